package io.messina.stream.ownership;

import io.messina.runtime.Moment;
import java.time.Duration;
import java.util.Optional;

/**
 * Tells whether an incarnation may still act as an owner. It may while its last confirmed beat,
 * counted from just before it was sent, is younger than 0.9 lease, by the larger of monotonic and
 * wall time. After that the incarnation has lost its lease permanently, even if a beat is confirmed
 * later: a watcher that saw no newer beat for a lease may have taken its shards.
 *
 * <p>Why that is enough: a watcher counts its lease from the end of a read that showed a beat, so
 * from after that beat was sent. It then begins a read that shows no newer beat, so none was
 * confirmed before that read. As long as no two clocks' rates differ by more than 10 %, 0.9 lease
 * of the owner has passed by then, and a later confirmation comes too late.
 *
 * <p>The larger of both times is summed up from call to call; otherwise a wall clock that is set
 * back would hide that the machine slept later. Moments must not be older than those before. Not
 * safe for use by several threads.
 */
final class BeatClock {

  private final long ageMaxNanos;
  private Optional<Moment> looked = Optional.empty();
  private long elapsedNanos;
  private boolean sent;
  private boolean confirmed;
  private long confirmedNanos;
  private boolean lost;

  BeatClock(Duration lease) {
    this.ageMaxNanos = lease.multipliedBy(9).dividedBy(10).toNanos();
  }

  /**
   * A beat is about to be sent.
   *
   * @return the time, for {@link #confirm}
   */
  long send(Moment now) {
    look(now);
    if (!sent) {
      // Others may see the first beat, and start counting from it, even if it is never confirmed.
      confirmedNanos = elapsedNanos;
      sent = true;
    }
    return elapsedNanos;
  }

  /**
   * A beat has been written.
   *
   * @param sentNanos from {@link #send}
   * @param now after its answer came
   */
  void confirm(long sentNanos, Moment now) {
    look(now);
    confirmedNanos = Math.max(confirmedNanos, sentNanos);
    confirmed = true;
  }

  /** Gives up the lease: the incarnation found out in another way that it has lost it. */
  void lose() {
    lost = true;
  }

  /** Whether the incarnation has a confirmed beat that is young enough. */
  boolean holdsLease(Moment now) {
    return !isLost(now) && confirmed;
  }

  /** Whether a beat was ever confirmed. */
  boolean hasBeaten() {
    return confirmed;
  }

  /** Whether it has lost its lease permanently. */
  boolean isLost(Moment now) {
    look(now);
    return lost;
  }

  private void look(Moment now) {
    elapsedNanos += looked.map(earlier -> now.since(earlier).toNanos()).orElse(0L);
    looked = Optional.of(now);
    lost = lost || (sent && elapsedNanos - confirmedNanos >= ageMaxNanos);
  }
}
