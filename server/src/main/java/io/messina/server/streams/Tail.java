package io.messina.server.streams;

import io.messina.api.Position;
import io.messina.runtime.RequestException;
import io.messina.server.access.Caller;
import io.messina.stream.StoredEvent;
import io.messina.stream.json.ApiJson;
import io.messina.stream.json.EventJson;
import io.messina.stream.node.Stream;
import io.messina.stream.owner.EventPage;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/**
 * Shows one client appended events, as server-sent events: a thread per shard reads, the thread of
 * the request writes. Ends when the client has gone, which is noticed at the next write, when a
 * shard cannot be read any more, when the token of the client is revoked or expires, or when the
 * server stops.
 */
final class Tail implements AutoCloseable {

  static final Duration HEARTBEAT = Duration.ofSeconds(15);

  private static final int PAGE = 100;
  private static final int BUFFER_BYTES = 1 << 14;
  private static final byte[] HEARTBEAT_LINE = ":\n\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = "\n\n".getBytes(StandardCharsets.US_ASCII);

  private final Stream stream;
  private final LongPolls polls;
  private final Caller caller;
  private final TailPlace place;
  private final BlockingQueue<List<StoredEvent>> pages = new ArrayBlockingQueue<>(1);

  /** Only its holder keeps a page of events, however many shards there are. */
  private final Semaphore turn = new Semaphore(1);

  private final List<Thread> readers;
  private volatile boolean ended;

  /** Finds where to begin, so that events from now on are shown. */
  Tail(Stream stream, TailPlace place, LongPolls polls, Caller caller) {
    this.stream = stream;
    this.polls = polls;
    this.caller = caller;
    this.place = place;
    this.readers =
        place.shards().stream()
            .map(shard -> Thread.ofVirtual().unstarted(() -> read(shard)))
            .toList();
  }

  /** Writes until the end. */
  void run(Supplier<OutputStream> answer) throws IOException, InterruptedException {
    try (OutputStream out = new BufferedOutputStream(answer.get(), BUFFER_BYTES)) {
      // The client sees at once that it is heard.
      out.write(HEARTBEAT_LINE);
      out.flush();
      readers.forEach(Thread::start);
      while (!isOver()) {
        Optional<List<StoredEvent>> page = polls.call(caller, HEARTBEAT, this::next);
        if (page.isPresent()) {
          if (polls.isOver(caller)) {
            return;
          }
          for (StoredEvent event : page.get()) {
            write(out, event);
          }
          turn.release();
        } else {
          out.write(HEARTBEAT_LINE);
        }
        out.flush();
      }
    }
  }

  private boolean isOver() {
    return polls.isOver(caller) || (ended && pages.isEmpty());
  }

  private Optional<List<StoredEvent>> next(Duration wait) {
    try {
      return Optional.ofNullable(pages.poll(wait.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException _) {
      return Optional.empty();
    }
  }

  private void read(int shard) {
    try {
      Position from = place.of(shard);
      while (!ended && !Thread.currentThread().isInterrupted()) {
        if (isAnyBehind(shard, from)) {
          turn.acquire();
          EventPage page = stream.read(shard, Optional.of(from), PAGE, Duration.ZERO);
          from = page.next();
          if (page.events().isEmpty()) {
            turn.release();
          } else {
            pages.put(page.events());
          }
        }
      }
    } catch (InterruptedException | RequestException _) {
      // The client connects again, and is then told what is wrong.
    } finally {
      ended = true;
    }
  }

  /** Waits without keeping events. */
  private boolean isAnyBehind(int shard, Position from) {
    return !stream.read(shard, Optional.of(from), 1, HEARTBEAT).events().isEmpty();
  }

  private void write(OutputStream out, StoredEvent event) throws IOException {
    out.write(
        ("id: " + place.behind(event.id()) + "\nevent: event\ndata: ")
            .getBytes(StandardCharsets.US_ASCII));
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    try (JsonGenerator json = ApiJson.FACTORY.createGenerator(ObjectWriteContext.empty(), data)) {
      EventJson.write(json, event);
    }
    writeData(out, data.toByteArray());
    out.write(END);
  }

  /** Payloads are embedded as they are, perhaps with ends of lines, each of which needs a field. */
  private static void writeData(OutputStream out, byte[] json) throws IOException {
    for (byte b : json) {
      if (b == '\n') {
        out.write("\ndata: ".getBytes(StandardCharsets.US_ASCII));
      } else if (b != '\r') {
        out.write(b);
      }
    }
  }

  @Override
  public void close() {
    ended = true;
    readers.forEach(Thread::interrupt);
  }
}
