package io.messina.store.rocksdb;

import io.messina.store.Mutation;
import io.messina.store.PlainBatch;
import io.messina.store.Table;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The hours at which the partition of a batch must be swept because of the batch. */
final class SweepHours {

  private final Duration deleteMemory;
  private final Predicate<Table> isLog;
  private final InstantSource clock;

  SweepHours(Duration deleteMemory, Predicate<Table> isLog, InstantSource clock) {
    this.deleteMemory = deleteMemory;
    this.isLog = isLog;
    this.clock = clock;
  }

  /** When rows of an append-only table may be removed; nothing for other tables. */
  Set<Integer> ofExpiry(PlainBatch batch) {
    Set<Integer> hours = new TreeSet<>();
    Table table = batch.partition().table();
    if (table.isAppendOnly()) {
      long kept = isLog.test(table) ? RowLog.KEPT_EXPIRED_MILLIS : 0;
      for (Mutation mutation : batch.mutations()) {
        if (mutation instanceof Mutation.Put put) {
          hours.add(
              put.expiresAt()
                  .map(moment -> SweepIndex.hourAfter(moment.toEpochMilli() + kept))
                  .orElse(SweepIndex.NEVER));
        }
      }
    }
    return hours;
  }

  /**
   * Returns the hours after which expired rows and deletes need not hide late ones any more, and
   * rows under a delete may be removed.
   */
  Set<Integer> ofSweeps(PlainBatch batch) {
    Set<Integer> hours = new TreeSet<>();
    Table table = batch.partition().table();
    Instant written = Instant.EPOCH.plus(batch.timestampMicros(), ChronoUnit.MICROS);
    for (Mutation mutation : batch.mutations()) {
      switch (mutation) {
        case Mutation.Put put ->
            put.expiresAt()
                .filter(moment -> !table.isAppendOnly())
                .ifPresent(moment -> hours.add(forgetting(later(moment, written))));
        case Mutation.DeleteRow delete -> hours.add(forgetting(later(clock.instant(), written)));
        case Mutation.DeleteRange delete -> addDelete(hours, written);
        case Mutation.DeletePartition delete -> addDelete(hours, written);
      }
    }
    return hours;
  }

  private void addDelete(Set<Integer> hours, Instant written) {
    hours.add(SweepIndex.hourAfter(clock.millis()));
    hours.add(forgetting(later(clock.instant(), written)));
  }

  private int forgetting(Instant moment) {
    return SweepIndex.hourAfter(moment.plus(deleteMemory).toEpochMilli() + 1);
  }

  private static Instant later(Instant left, Instant right) {
    return left.isAfter(right) ? left : right;
  }
}
