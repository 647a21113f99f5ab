package io.messina.stream.ownership;

import io.messina.store.Fence;
import java.time.Duration;
import java.util.Optional;

/**
 * Finds out whether the holder of a fence, which beats by it, is dead, from reads of the fence.
 *
 * <p>It is dead if its fence was seen unchanged for the time of the lease by reads that succeeded,
 * the last of which began after that time. After a gap of half a lease between reads the time
 * starts again, so that no holder is taken for dead because the database was silent. Strictly, the
 * fence is dead: a holder that beats after all sets another fence, and a claim that expects the
 * dead one is rejected.
 *
 * <p>The watcher counts by its monotonic clock alone. Not safe for use by several threads.
 */
final class FenceWatch {

  private final long leaseNanos;
  private Optional<Fence> seen = Optional.empty();
  private long sinceNanos;
  private long readNanos;
  private boolean changed;
  private boolean dead;

  FenceWatch(Duration lease) {
    this.leaseNanos = lease.toNanos();
  }

  /**
   * A read succeeded.
   *
   * @param begunNanos before it was sent
   * @param endedNanos after its answer came
   * @param fence that was read
   */
  void read(long begunNanos, long endedNanos, Fence fence) {
    boolean unbroken = seen.isPresent() && endedNanos - readNanos <= leaseNanos / 2;
    readNanos = endedNanos;
    if (!seen.equals(Optional.of(fence))) {
      changed = seen.isPresent();
      dead = false;
    }
    if (!seen.equals(Optional.of(fence)) || !unbroken) {
      seen = Optional.of(fence);
      sinceNanos = endedNanos;
    } else if (begunNanos - sinceNanos >= leaseNanos) {
      dead = true;
    }
  }

  /**
   * Whether the holder that set a fence acknowledges nothing any more while the fence is unchanged.
   */
  boolean isDead(Fence fence) {
    return dead && seen.equals(Optional.of(fence));
  }

  /** Whether the fence was ever seen to change; only a living holder can change it. */
  boolean isBeating() {
    return changed && !dead;
  }
}
