package io.messina.stream.append;

import io.messina.api.Position;
import io.messina.api.SourceBatch;
import io.messina.api.StreamOptions;
import io.messina.runtime.Futures;
import io.messina.store.Bytes;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.ShardRig;
import io.messina.stream.log.EventRun;
import io.messina.stream.owner.AppendedSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A shard of whose owner clients ask this and that. */
final class AppendRig extends ShardRig {

  AppendRig(long seed, Duration deduplicate) {
    super(
        seed,
        StreamOptions.DEFAULT.shards(1).retention(Duration.ofDays(7)).deduplicate(deduplicate));
  }

  static Event event(String payload) {
    return Event.of(Bytes.utf8(payload));
  }

  static Event keyed(String key, String payload) {
    return Event.builder(Bytes.utf8(payload)).idempotencyKey(key).build();
  }

  static Event numbered(String source, long number, String payload) {
    return Event.builder(Bytes.utf8(payload)).sourceBatch(new SourceBatch(source, number)).build();
  }

  ShardAppender appender() {
    return owner().appender();
  }

  List<String> payloads() {
    return log().stream()
        .flatMap(batch -> batch.batch().events().stream())
        .map(event -> event.payload().toUtf8())
        .toList();
  }

  List<AppendedSpan> append(EventRun events) {
    return await(begin(() -> Futures.join(appender().append(events))));
  }

  List<AppendedSpan> append(Event... events) {
    return await(begin(events));
  }

  CompletableFuture<List<AppendedSpan>> begin(Event... events) {
    return begin(() -> Futures.join(appender().append(EventRun.of(List.of(events)))));
  }

  DelayedAddress schedule(Event event, Duration delay) {
    var _ = owner(); // as it takes its time to begin
    return schedule(event, simulation.clock().instant().plus(delay));
  }

  DelayedAddress schedule(Event event, Instant due) {
    return ask(() -> appender().schedule(event, due));
  }

  boolean cancel(DelayedAddress id) {
    return ask(() -> appender().cancel(id, false));
  }

  boolean withdraw(DelayedAddress id) {
    return ask(() -> appender().cancel(id, true));
  }

  Optional<Event> waiting(DelayedAddress id) {
    return ask(() -> appender().waiting(id));
  }

  Optional<Position> appended(DelayedAddress id) {
    return ask(() -> appender().appended(id));
  }
}
