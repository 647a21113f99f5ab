package io.messina.enrichment;

import io.messina.api.StreamName;
import io.messina.enrich.EnrichmentStatus;
import io.messina.enrich.KeyStatus;
import io.messina.runtime.Context;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.ShardId;
import io.messina.stream.follow.FollowTrouble;
import io.messina.stream.follow.JobDeadLetters;
import io.messina.stream.follow.ShardTask;
import io.messina.stream.node.AppendResult;
import io.messina.stream.owner.OwnGroup;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A shard of an enrichment, over all of its ownerships in this process. Safe for use by many
 * threads.
 *
 * @param <S> the state of a key
 */
final class EnrichedShard<S> implements ShardTask.Beginning {

  private final Shared<S> shared;
  private final ShardId shard;
  private volatile @Nullable EnrichmentTask<S> task;
  private volatile @Nullable ShardStatus status;

  /**
   * The fields that the shards of an enrichment share.
   *
   * @param enrichment names the states and the dead letters
   * @param outputKeys begins the idempotency keys of all outputs
   * @param appends appends to a stream
   * @param trouble knows which shards fail
   * @param <S> the state of a key
   */
  record Shared<S>(
      Context context,
      EnrichmentJob<S> job,
      String enrichment,
      JobDeadLetters letters,
      long generation,
      String outputKeys,
      Appends appends,
      FollowTrouble trouble) {}

  /** Appends to a stream. */
  interface Appends {
    CompletableFuture<AppendResult> append(StreamName target, List<Event> events);
  }

  /**
   * The status of a shard.
   *
   * @param core keys and events
   * @param withoutKey events without a key, which are skipped
   * @param trouble why it has stopped permanently, or the writes that it waits for; often empty
   * @param nanos the time, by the monotonic clock
   */
  record ShardStatus(
      EnrichmentStatus core, long withoutKey, Optional<String> trouble, long nanos) {}

  EnrichedShard(Shared<S> shared, ShardId shard) {
    this.shared = shared;
    this.shard = shard;
  }

  @Override
  public ShardTask begin(ShardId same, Supplier<OwnGroup> group, BooleanSupplier stopped) {
    EnrichmentTask<S> begun = new EnrichmentTask<>(shared, this, group.get());
    task = begun;
    return begun;
  }

  /** The task has ended: nothing is in progress, but its counts stay. */
  void ended() {
    task = null;
    ShardStatus last = status;
    if (last != null) {
      status =
          new ShardStatus(last.core().atRest(), last.withoutKey(), last.trouble(), last.nanos());
    }
  }

  ShardId id() {
    return shard;
  }

  boolean isStatusOlderThan(long nanos) {
    ShardStatus last = status;
    return last == null || last.nanos() - nanos < 0;
  }

  void show(ShardStatus now) {
    status = now;
  }

  /** Returns the newest status; empty before the first event was read. */
  Optional<ShardStatus> status() {
    return Optional.ofNullable(status);
  }

  /** Returns why it makes no progress, or has lost events; empty if neither. */
  Optional<String> trouble() {
    return shared
        .trouble
        .standstill(shard)
        .map(it -> "it ends, and begins again at its last progress: " + it.thrown())
        .or(() -> shared.trouble.lost(shard).map(it -> it + ": the states do not have them"))
        .or(() -> status().flatMap(ShardStatus::trouble));
  }

  /** Returns why a key waits, soon; empty if no task runs. */
  Optional<CompletableFuture<Optional<KeyStatus>>> statusOf(Bytes key) {
    return Optional.ofNullable(task).map(it -> it.statusOf(key));
  }
}
