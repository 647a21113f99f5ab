package io.messina.flink.source;

import io.messina.api.Position;
import io.messina.api.ReadStart;
import io.messina.client.MessinaClient;
import io.messina.client.error.MessinaException;
import io.messina.client.event.Event;
import io.messina.client.stream.ReadEvents;
import io.messina.client.stream.StreamClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.flink.connector.base.source.reader.RecordsBySplits;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;

/**
 * Reads shards in turns: a page of the first that has events. Where none has, it waits at one of
 * them for a moment. Runs on a separate thread.
 */
final class ShardReader implements SplitReader<Event, ShardSplit> {

  private static final int PAGE = 5_000;

  /** The delay of events of one shard while the reader waits at another one. */
  private static final Duration WAIT = Duration.ofMillis(100);

  private final MessinaClient client;
  private final StreamClient stream;
  private final ExpiredEvents expired;
  private final Deque<ShardSplit> splits = new ArrayDeque<>();
  private final List<ShardSplit> unchecked = new ArrayList<>();
  private final Set<String> paused = new HashSet<>();
  private final Semaphore wakeUps = new Semaphore(0);
  private volatile boolean woken;

  ShardReader(MessinaClient client, String stream, ExpiredEvents expired) {
    this.client = client;
    this.expired = expired;
    this.stream = client.stream(stream);
  }

  @Override
  public RecordsWithSplitIds<Event> fetch() throws IOException {
    if (!unchecked.isEmpty()) {
      check();
    }
    int turns = splits.size();
    boolean waits = false;
    for (int turn = 0; turn <= turns && !splits.isEmpty() && !woken; turn++) {
      ShardSplit split = splits.remove();
      if (paused.contains(split.splitId())) {
        splits.add(split);
        continue;
      }
      // Once around without an event, the first is waited at.
      waits = turn == turns;
      ReadEvents page =
          split.isOver()
              ? new ReadEvents(List.of(), split.next(), List.of(), 0)
              : read(split, waits);
      expired.check(stream.name(), split, page);
      List<Event> events = page.events().stream().filter(event -> isWithin(split, event)).toList();
      ShardSplit next = split.at(page.next());
      if (!next.isOver()) {
        splits.add(next);
      }
      if (!events.isEmpty() || next.isOver()) {
        return new RecordsBySplits<>(
            events.isEmpty() ? Map.of() : Map.of(split.splitId(), events),
            next.isOver() ? Set.of(split.splitId()) : Set.of());
      }
    }
    if (!woken && !waits) {
      sleep();
    }
    woken = false;
    var unused = wakeUps.drainPermits();
    return new RecordsBySplits<>(Map.of(), Set.of());
  }

  /** Nothing is read by a position of another stream of that name. */
  private void check() throws IOException {
    try {
      int now = stream.get().generation();
      for (ShardSplit split : unchecked) {
        if (split.generation() > 0 && split.generation() != now) {
          throw new IOException(
              ShardEnumerator.GENERATION.formatted(stream.name(), now, split.generation()));
        }
      }
    } catch (MessinaException e) {
      throw new IOException("stream " + stream.name() + ": unread", e);
    }
    unchecked.clear();
  }

  /** All shards are paused. */
  private void sleep() {
    try {
      var unused = wakeUps.tryAcquire(WAIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private ReadEvents read(ShardSplit split, boolean waits) throws IOException {
    try {
      return stream.read(
          split.shard(), ReadStart.at(split.next()), PAGE, waits ? WAIT : Duration.ZERO);
    } catch (MessinaException e) {
      throw new IOException("shard " + split.shard() + " of " + stream.name() + ": unread", e);
    }
  }

  private static boolean isWithin(ShardSplit split, Event event) {
    Position end = split.end();
    return end == null || event.position().compareTo(end) < 0;
  }

  @Override
  public void handleSplitsChanges(SplitsChange<ShardSplit> changes) {
    splits.addAll(changes.splits());
    unchecked.addAll(changes.splits());
  }

  @Override
  public void pauseOrResumeSplits(Collection<ShardSplit> pause, Collection<ShardSplit> resume) {
    pause.forEach(split -> paused.add(split.splitId()));
    resume.forEach(split -> paused.remove(split.splitId()));
  }

  @Override
  public void wakeUp() {
    woken = true;
    wakeUps.release();
  }

  @Override
  public void close() {
    client.close();
  }
}
