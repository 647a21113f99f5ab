package io.messina.stream.ownership;

import io.messina.store.Fence;
import java.time.Duration;
import java.util.Optional;

/**
 * Finds out whether the holder of a cluster lease is dead, from what linearizable reads of its
 * fence show.
 *
 * <p>Dead is one whose fence was seen unchanged for the lease by reads that succeeded meanwhile,
 * the last of them begun after the lease ran out. A gap of half a lease in the reads begins it
 * anew, so that nobody is dead when the database was silent. What is dead is the fence: a holder
 * that beats after all sets another one, and a claim that expects the dead one is rejected.
 *
 * <p>The watcher counts by its monotonic clock alone. Not for use by several threads.
 */
final class ClusterLeaseWatch {

  private final long leaseNanos;
  private Optional<Fence> seen = Optional.empty();
  private long sinceNanos;
  private long readNanos;
  private boolean changed;
  private boolean dead;

  ClusterLeaseWatch(Duration lease) {
    this.leaseNanos = lease.toNanos();
  }

  /**
   * A read succeeded.
   *
   * @param begunNanos before it was sent
   * @param endedNanos after its answer came
   * @param fence what it showed
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

  /** Whether whoever set a fence acknowledges nothing any more while it stands. */
  boolean isDead(Fence fence) {
    return dead && seen.equals(Optional.of(fence));
  }

  /** Whether the fence was ever seen to change, as only who lives can change it. */
  boolean isBeating() {
    return changed && !dead;
  }
}
