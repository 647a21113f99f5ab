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
 * its claimant may conclude from what became of it:
 *
 * <ul>
 *   <li>{@link FencedWrite.Applied}: it is the owner, by this write, and nobody has written since.
 *   <li>{@link FencedWrite.Deposed}: it is not the owner, and the claim can apply no more. If all
 *       earlier sendings were answered, or the standing fence is of the claimed epoch, it never
 *       applied. Otherwise it may have applied and been superseded: the epoch then had an owner
 *       that wrote nothing, and its lane is empty. Either way it may read again and claim anew.
 *   <li>{@link FencedWrite.Abandoned}: it may be, or become, the owner without knowing. The same
 *       incarnation must not claim by another batch while the same fence stands, since both would
 *       set the same next fence and their outcomes could not be told apart. So a claim is abandoned
 *       only with its incarnation.
 * </ul>
 *
 * @param shard what is claimed
 * @param state where its fenced state is
 * @param found what was read; empty if the shard never had an owner
 * @param me who claims
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

  /** The fence that stands if it applies. */
  Fence next() {
    return new Fence(epoch(), 0, me);
  }

  /**
   * The timestamps of the new owner.
   *
   * @param writtenMicros the highest timestamp of all that was written, where that is known and
   *     nobody else can write any more: what the former owner had reserved above it is free, and
   *     timestamps do not run ahead of the clock, a minute further with each start
   * @throws IllegalStateException where they would be so far ahead of the clock that no store takes
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
   * The write. It reserves the new owner's first timestamps as well.
   *
   * @param timestamps what {@link #timestamps} gave
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
