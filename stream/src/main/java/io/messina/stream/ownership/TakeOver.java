package io.messina.stream.ownership;

import io.messina.api.Position;
import io.messina.runtime.FencedWrite;
import io.messina.runtime.Micros;
import io.messina.store.Fence;
import io.messina.store.FencedBatch;
import io.messina.store.HybridClock;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.store.StaticRow;
import io.messina.stream.ShardId;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A claim of a shard: one fenced write to (epoch + 1, 0, me), behind the fence that was read. What
 * the claimant may conclude from the outcome:
 *
 * <ul>
 *   <li>{@link FencedWrite.Applied}: it is the owner, by this write, and nobody has written since.
 *   <li>{@link FencedWrite.Deposed}: it is not the owner, and the claim can no longer apply. If all
 *       earlier attempts were answered, or the standing fence has the claimed epoch, it never
 *       applied. Otherwise it may have applied and been superseded: then that epoch had an owner
 *       that wrote nothing, and its lane is empty. Either way it may read again and make a new
 *       claim.
 *   <li>{@link FencedWrite.Abandoned}: it may be, or become, the owner without knowing. The same
 *       incarnation must not claim with another batch while the same fence stands, because both
 *       would set the same next fence and their outcomes could not be told apart. So a claim is
 *       abandoned only with its incarnation.
 * </ul>
 *
 * @param shard to claim
 * @param state the partition of its fenced state
 * @param found what was read; empty if the shard never had an owner
 * @param me the claimant
 * @param address where others reach it
 */
record TakeOver(
    ShardId shard, PartitionKey state, Optional<StaticRow> found, Incarnation me, String address) {

  private static final long AHEAD_MAX_MICROS = HybridClock.AHEAD_MAX.toNanos() / 1_000;

  /** The epoch that begins. */
  int epoch() {
    long epoch = found.map(StaticRow::fence).map(Fence::epoch).orElse(0L) + 1;
    if (epoch > Position.EPOCH_MAX) {
      throw new IllegalStateException(
          shard + ": epoch " + epoch + " (expected: at most " + Position.EPOCH_MAX + ")");
    }
    return (int) epoch;
  }

  /** The owner that has not let go of the shard, if there is one. */
  Optional<Incarnation> deposed() {
    return found
        .filter(row -> !row.find(ShardTable.RELEASED).orElse(false))
        .map(row -> row.fence().writer());
  }

  /** The fence after it has applied. */
  Fence next() {
    return new Fence(epoch(), 0, me);
  }

  /**
   * The timestamps of the new owner.
   *
   * @param writtenMicros the highest timestamp that was ever written, if it is known and nobody
   *     else can still write: the rest of the former owner's reservation is then reused, so that
   *     timestamps do not run further ahead of the clock with each start
   * @throws IllegalStateException if they would be so far ahead of the clock that no store takes
   *     them: the clock is wrong, or was
   */
  ReservedTimestamps timestamps(long nowMicros, OptionalLong writtenMicros) {
    long reserved = found.flatMap(row -> row.find(ShardTable.TIMESTAMPS_UNTIL)).orElse(0L);
    long former =
        writtenMicros.isPresent() ? Math.min(reserved, writtenMicros.getAsLong() + 1) : reserved;
    if (former - nowMicros > AHEAD_MAX_MICROS) {
      throw new IllegalStateException(
          shard
              + ": written with timestamps up to "
              + Micros.toInstant(former)
              + ", more than a day ahead of this clock (expected: a clock that is right; where it"
              + " was wrong then, wait until a day before that time)");
    }
    return ReservedTimestamps.from(former, nowMicros);
  }

  /**
   * The write. It also reserves the new owner's first timestamps.
   *
   * @param timestamps from {@link #timestamps}
   */
  FencedBatch batch(ReservedTimestamps timestamps) {
    return found
        .map(row -> FencedBatch.after(row.fence(), next(), state))
        .orElseGet(() -> FencedBatch.first(next(), state))
        .set(ShardTable.OWNER.of(address))
        .set(ShardTable.TIMESTAMPS_UNTIL.of(timestamps.until()))
        .unset(ShardTable.RELEASED)
        .build();
  }
}
