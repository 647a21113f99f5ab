package io.messina.stream.ownership;

import java.time.Duration;
import java.util.Optional;

/**
 * Tells an incarnation whether it may still act as an owner. It may while its last confirmed beat,
 * counted from just before it was sent, is younger than 0.9 lease by the larger of monotonic and
 * wall time. Once it is older, the incarnation has lost its place for good, whatever is confirmed
 * later: a watcher that saw no newer beat for a lease may have taken its shards.
 *
 * <p>Why that is enough: a watcher counts its lease from the end of a read that showed a beat, so
 * from after that beat was sent, and then begins a read that shows no newer one, so that none was
 * confirmed before. While no two clocks' rates differ by more than 10 %, 0.9 lease of the owner has
 * passed by then, and an answer that comes now comes too late.
 *
 * <p>The larger of both times is added up from look to look: else a wall clock that is set back
 * would hide that the machine slept a little later. Moments must not be older than those before.
 * Not for use by several threads.
 */
class BeatClock {

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
   * @return when, for {@link #confirm}
   */
  long send(Moment now) {
    look(now);
    if (!sent) {
      // Others may see the first beat, and find it unchanged, whether or not it is ever confirmed.
      confirmedNanos = elapsedNanos;
      sent = true;
    }
    return elapsedNanos;
  }

  /**
   * A beat has been written.
   *
   * @param sentNanos what {@link #send} gave
   * @param now after its answer came
   */
  void confirm(long sentNanos, Moment now) {
    look(now);
    confirmedNanos = Math.max(confirmedNanos, countedFrom(sentNanos, elapsedNanos));
    confirmed = true;
  }

  /** Gives up the place: for an incarnation that found out by other means that it has none. */
  void lose() {
    lost = true;
  }

  /** Whether the incarnation may acknowledge and show what had been written before now. */
  boolean mayAcknowledge(Moment now) {
    return !isLost(now) && confirmed;
  }

  /** Whether a beat was ever confirmed. */
  boolean hasBeaten() {
    return confirmed;
  }

  /** Whether it has lost its place, for good. */
  boolean isLost(Moment now) {
    look(now);
    return lost;
  }

  /** From when a beat's age counts; a method, so that tests can count wrongly. */
  long countedFrom(long sentNanos, long answeredNanos) {
    return sentNanos;
  }

  /** Whether what is lost stays lost; a method, so that tests can err. */
  boolean staysLost() {
    return true;
  }

  /** How much time has passed; a method, so that tests can count wrongly. */
  long passed(Moment earlier, Moment now) {
    return now.since(earlier).toNanos();
  }

  private void look(Moment now) {
    elapsedNanos += looked.map(earlier -> passed(earlier, now)).orElse(0L);
    looked = Optional.of(now);
    lost = (lost && staysLost()) || (sent && elapsedNanos - confirmedNanos >= ageMaxNanos);
  }
}
