package io.messina.stream.append;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.api.SourceBatch;
import io.messina.runtime.Futures;
import io.messina.store.Bytes;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.owner.AppendedSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

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
    return rig.log().stream()
        .flatMap(batch -> batch.batch().events().stream())
        .map(event -> event.payload().toUtf8())
        .toList();
  }

  List<AppendedSpan> append(Event... events) {
    return ask(owner -> Futures.join(owner.appender().append(List.of(events))));
  }

  CompletableFuture<List<AppendedSpan>> begin(Event... events) {
    return start(owner -> Futures.join(owner.appender().append(List.of(events))));
  }

  DelayedAddress schedule(Event event, Duration delay) {
    return schedule(event, rig.simulation.clock().instant().plus(delay));
  }

  DelayedAddress schedule(Event event, Instant due) {
    return ask(owner -> owner.appender().schedule(event, due));
  }

  boolean cancel(DelayedAddress id) {
    return ask(owner -> owner.appender().cancel(id));
  }

  Optional<Event> waiting(DelayedAddress id) {
    return ask(owner -> owner.appender().waiting(id));
  }

  Optional<Position> appended(DelayedAddress id) {
    return ask(owner -> owner.appender().appended(id));
  }

  /** Asks the owner, and waits for the answer. */
  <T> T ask(Function<AppendRig.Owner, T> question) {
    CompletableFuture<T> answer = start(question);
    assertThat(rig.simulation.runUntil(answer::isDone, Duration.ofMinutes(1))).isTrue();
    return Futures.join(answer);
  }

  /** Asks the owner. */
  <T> CompletableFuture<T> start(Function<AppendRig.Owner, T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    AppendRig.Owner owner = rig.owner.orElseThrow();
    owner
        .node()
        .spawn(
            "client",
            () -> {
              try {
                answer.complete(question.apply(owner));
              } catch (RuntimeException e) {
                answer.completeExceptionally(e);
              }
            });
    return answer;
  }
}
