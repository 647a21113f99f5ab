package io.messina.cli.demo;

import io.messina.cli.file.FileEntry;
import io.messina.cli.load.ParallelBatches;
import io.messina.cli.load.Sending;
import io.messina.cli.terminal.Progress;
import io.messina.client.stream.StreamClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;

/**
 * Posts a day of edits, several requests at a time, the edits of an editor in their order. Batches
 * are numbered, so that one whose answer was lost is sent again without storing anything twice.
 */
final class Replay {

  private static final Sending SENDING = Sending.ofEvents(-1, 8, 500);
  private static final String SOURCE = "wikipedia-2015-09-12";

  /** Edits that are due within this time of each other are sent together. */
  private static final Duration TICK = Duration.ofMillis(5);

  private final OptionalDouble speed;
  private long tookNanos;
  private final Progress.Step step;
  private final ParallelBatches sources;
  private final Operations requests = new Operations();
  private long begunNanos;

  Replay(StreamClient stream, OptionalDouble speed, Progress.Step step) {
    this.speed = speed;
    this.step = step;
    this.sources = ParallelBatches.ofEvents(stream, SOURCE, SENDING, this::sent);
  }

  /** Returns once all are acknowledged. */
  void run(List<WikipediaEdits.Line> day) {
    begunNanos = System.nanoTime();
    Instant first = day.getFirst().time();
    for (WikipediaEdits.Line edit : day) {
      await(due(Duration.between(first, edit.time())));
      sources.add(new FileEntry(edit.number(), edit.payload()), edit.user().hashCode());
    }
    sources.finish();
    tookNanos = System.nanoTime() - begunNanos;
  }

  /** The speed of the requests; called after the run. */
  DemoReport.Figures figures(int events) {
    return requests.figures(events, begunNanos, tookNanos);
  }

  /** The time after the begin of the replay at which an edit is sent. */
  private Duration due(Duration sinceFirst) {
    return speed.isEmpty()
        ? Duration.ZERO
        : Duration.ofNanos((long) (sinceFirst.toNanos() / speed.getAsDouble()));
  }

  private void sent(int events, int duplicates, long took) {
    requests.add(System.nanoTime(), took);
    step.advance(events);
  }

  private void await(Duration due) {
    if (isLater(due)) {
      sources.send();
      Duration tick = due.plus(TICK);
      while (isLater(tick)) {
        LockSupport.parkNanos(tick.toNanos() - (System.nanoTime() - begunNanos));
        if (Thread.interrupted()) {
          throw new IllegalStateException("interrupted while replaying");
        }
      }
    }
  }

  private boolean isLater(Duration due) {
    return due.toNanos() > System.nanoTime() - begunNanos;
  }
}
