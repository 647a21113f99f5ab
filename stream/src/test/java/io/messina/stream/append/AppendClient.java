package io.messina.stream.append;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.api.SourceBatch;
import io.messina.runtime.Futures;
import io.messina.store.Bytes;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.lane.LogItem.StoredBatch;
import io.messina.stream.peer.AppendedSpan;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Asks the owner of a shard for this and that.
 *
 * @param rig where the owner is
 */
record AppendClient(AppendRig rig) {

  static Event event(String payload) {
    return Event.of(Bytes.utf8(payload));
  }

  static Event keyed(String key, String payload) {
    return Event.builder(Bytes.utf8(payload)).idempotencyKey(key).build();
  }

  static Event numbered(String source, long number, String payload) {
    return Event.builder(Bytes.utf8(payload)).sourceBatch(new SourceBatch(source, number)).build();
  }

  List<String> payloads() {
    List<String> payloads = new ArrayList<>();
    for (StoredBatch batch : rig.log()) {
      for (Event event : batch.batch().events()) {
        payloads.add(new String(event.payload().toArray(), StandardCharsets.UTF_8));
      }
    }
    return payloads;
  }

  List<AppendedSpan> append(Event... events) {
    return run(() -> rig.owner.orElseThrow().appender().append(List.of(events)));
  }

  DelayedAddress schedule(Event event, Duration delay) {
    return schedule(event, rig.simulation.clock().instant().plus(delay));
  }

  DelayedAddress schedule(Event event, Instant due) {
    return run(
        () ->
            CompletableFuture.completedFuture(
                rig.owner.orElseThrow().appender().schedule(event, due)));
  }

  boolean cancel(DelayedAddress id) {
    return run(
        () -> CompletableFuture.completedFuture(rig.owner.orElseThrow().appender().cancel(id)));
  }

  Optional<Event> waiting(DelayedAddress id) {
    return run(
        () -> CompletableFuture.completedFuture(rig.owner.orElseThrow().appender().waiting(id)));
  }

  Optional<Position> appended(DelayedAddress id) {
    return run(
        () -> CompletableFuture.completedFuture(rig.owner.orElseThrow().appender().appended(id)));
  }

  CompletableFuture<List<AppendedSpan>> begin(Event... events) {
    CompletableFuture<List<AppendedSpan>> answer = new CompletableFuture<>();
    start(answer, () -> rig.owner.orElseThrow().appender().append(List.of(events)));
    return answer;
  }

  <T> T run(Supplier<CompletableFuture<T>> task) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    start(answer, task);
    assertThat(rig.simulation.runUntil(answer::isDone, Duration.ofMinutes(1))).isTrue();
    return Futures.join(answer);
  }

  <T> void start(CompletableFuture<T> answer, Supplier<CompletableFuture<T>> task) {
    rig.owner
        .orElseThrow()
        .node()
        .spawn(
            "client",
            () -> {
              try {
                answer.complete(Futures.join(task.get()));
              } catch (RuntimeException e) {
                answer.completeExceptionally(e);
              }
            });
  }
}
