package io.messina.cli.demo;

import io.messina.cli.terminal.Progress;
import io.messina.client.AppendOptions;
import io.messina.client.NewEvent;
import io.messina.client.Payload;
import io.messina.client.StreamClient;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.json.JsonMapper;

/**
 * Posts a day of edits in their order, in batches of what is due. Batches are numbered, so that one
 * whose answer was lost is sent again without storing anything twice.
 */
final class Replay {

  private static final int BATCH = 250;
  private static final String SOURCE = "wikipedia-2015-09-12";

  private final StreamClient stream;
  private final Speed speed;
  private final List<Long> nanos = new ArrayList<>();
  private int acknowledged;

  Replay(StreamClient stream, Speed speed) {
    this.stream = stream;
    this.speed = speed;
  }

  Replayed run(List<String> lines, Progress.Step step) {
    long begun = System.nanoTime();
    Instant first = time(lines.getFirst());
    List<NewEvent> batch = new ArrayList<>();
    for (String line : lines) {
      Duration due = speed.due(Duration.between(first, time(line)));
      if (batch.size() == BATCH || isLater(due, begun)) {
        send(batch, step);
        awaitDue(due, begun);
      }
      batch.add(NewEvent.of(Payload.json(line)));
    }
    send(batch, step);
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    return new Replayed(
        acknowledged, took, new Latencies(nanos.stream().mapToLong(Long::longValue).toArray()));
  }

  private void send(List<NewEvent> batch, Progress.Step step) {
    if (batch.isEmpty()) {
      return;
    }
    long begun = System.nanoTime();
    var _ = stream.append(List.copyOf(batch), AppendOptions.numbered(SOURCE, nanos.size()));
    nanos.add(System.nanoTime() - begun);
    acknowledged += batch.size();
    step.advance(batch.size());
    batch.clear();
  }

  private static boolean isLater(Duration due, long begun) {
    return due.toNanos() > System.nanoTime() - begun;
  }

  private static void awaitDue(Duration due, long begun) {
    while (isLater(due, begun)) {
      LockSupport.parkNanos(due.toNanos() - (System.nanoTime() - begun));
      if (Thread.interrupted()) {
        throw new IllegalStateException("interrupted while replaying");
      }
    }
  }

  private static Instant time(String line) {
    return Edit.of(JsonMapper.shared().readTree(line)).time();
  }
}
