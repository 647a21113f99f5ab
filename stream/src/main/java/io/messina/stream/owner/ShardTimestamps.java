package io.messina.stream.owner;

import io.messina.runtime.Context;
import io.messina.runtime.FencedWrite;
import io.messina.runtime.Micros;
import io.messina.runtime.Mutex;
import io.messina.store.FencedBatch;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.log.WriteTimestamps;
import io.messina.stream.ownership.OwnedShard;
import io.messina.stream.ownership.ReservedTimestamps;
import io.messina.stream.ownership.ShardTable;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The write timestamps of one ownership for PLAIN tables. When half of them are used, more are
 * reserved: by a write of the state if there is one in time, otherwise by a write of its own in the
 * background. A caller waits only if that write takes too long. Safe for use by many threads.
 */
public final class ShardTimestamps implements WriteTimestamps {

  private static final Logger LOG = LoggerFactory.getLogger(ShardTimestamps.class);

  private final OwnedShard owned;
  private final Context context;
  private final AtomicBoolean reservingAhead = new AtomicBoolean();
  private final Mutex reserving = new Mutex(); // held while a reservation is written
  private final ReservedTimestamps reserved;

  ShardTimestamps(OwnedShard owned, Context context) {
    this.owned = owned;
    this.context = context;
    this.reserved = owned.timestamps();
  }

  /**
   * Returns a timestamp that was never given out before for this shard, in microseconds since 1970.
   *
   * @throws StoreUnavailableException if the shard was lost while more were reserved
   */
  @Override
  public long next() {
    OptionalLong next = take();
    if (next.isEmpty()) {
      return reserveAndTake();
    }
    if (isRunningOut() && !reservingAhead.getAndSet(true)) {
      context.threads().newThread(this::reserveAhead).start();
    }
    return next.getAsLong();
  }

  @Override
  public long appendMicros(long timestampMicros) {
    return Micros.now(context.time());
  }

  /** Writes the fenced state, with a reservation if more than half of the present one is used. */
  FencedWrite write(Consumer<FencedBatch.Builder> changes) {
    return isRunningOut() ? writeReserving(changes) : owned.writer().write(changes);
  }

  private FencedWrite writeReserving(Consumer<FencedBatch.Builder> changes) {
    AtomicLong until = new AtomicLong();
    FencedWrite written =
        owned
            .writer()
            .write(
                batch -> {
                  changes.accept(batch);
                  until.set(reserved.reservation(Micros.now(context.time())));
                  batch.set(ShardTable.TIMESTAMPS_UNTIL.of(until.get()));
                });
    if (written instanceof FencedWrite.Applied) {
      reserved.reserved(until.get());
    }
    return written;
  }

  private boolean isRunningOut() {
    return reserved.isRunningOut(Micros.now(context.time()));
  }

  private OptionalLong take() {
    return reserved.next(Micros.now(context.time()));
  }

  private void reserveAhead() {
    try (var _ = reserving.hold()) {
      if (isRunningOut()) {
        writeReservation();
      }
    } catch (StoreException e) {
      LOG.debug("{}: whoever finds no timestamp reserves some", owned, e);
    } finally {
      reservingAhead.set(false);
    }
  }

  private long reserveAndTake() {
    try (var _ = reserving.hold()) {
      OptionalLong next = take();
      while (next.isEmpty()) {
        writeReservation();
        next = take();
      }
      return next.getAsLong();
    }
  }

  private void writeReservation() {
    if (!(writeReserving(_ -> {}) instanceof FencedWrite.Applied)) {
      throw new StoreUnavailableException(owned + ": no timestamps can be reserved, it is lost");
    }
  }
}
