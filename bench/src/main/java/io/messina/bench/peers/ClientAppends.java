package io.messina.bench.peers;

import io.messina.bench.http.DueEvent;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.stream.BatchingAppender;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Appends by the Java client, as a program would: event by event, from one thread. */
final class ClientAppends implements Load {

  private static final int PREPARED = 6_400;
  private static final int COUNTED_MAX_MILLIS = 1_000;

  private final MessinaStream stream;
  private final BatchingAppender appender;
  private final List<NewEvent> events = new ArrayList<>();
  private final AtomicLong acknowledged = new AtomicLong();
  private int at;

  ClientAppends(String url) {
    this.stream = new MessinaStream(url, PeerArm.CLIENT.toString());
    this.appender = new BatchingAppender(stream.client());
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < PREPARED; i++) {
      byte[] json = DueEvent.create(random);
      String key = new String(DueEvent.key(json), StandardCharsets.US_ASCII);
      events.add(NewEvent.of(key, Payload.json(json)));
    }
  }

  @Override
  public Answered run(Duration length) throws InterruptedException {
    long before = acknowledged.get();
    long sent = 0;
    long beganNanos = System.nanoTime();
    long untilNanos = beganNanos + length.toNanos();
    while (System.nanoTime() < untilNanos) {
      at = (at + 1) % PREPARED;
      var _ = appender.append(events.get(at)).thenRun(acknowledged::incrementAndGet);
      sent++;
    }
    appender.flush().join();
    double seconds = (System.nanoTime() - beganNanos) / 1e9;
    awaitCounted(before + sent);
    return Answered.of(sent, seconds);
  }

  /** The last events may be known to flush before they are counted. */
  private void awaitCounted(long expected) throws InterruptedException {
    for (int i = 0; acknowledged.get() < expected; i++) {
      if (i == COUNTED_MAX_MILLIS) {
        throw new IllegalStateException("an append has failed");
      }
      Thread.sleep(1);
    }
  }

  @Override
  public void check() {
    Counted.check("events", acknowledged.get(), stream.stored(), 0);
  }

  @Override
  public void close() {
    appender.close();
    stream.close();
  }
}
