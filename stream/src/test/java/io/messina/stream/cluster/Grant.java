package io.messina.stream.cluster;

import io.messina.api.ReceiptStatus;
import io.messina.stream.ClaimedEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An event that a worker got from a claim, and what it did with it, all in true time. */
final class Grant {

  /** No clock of the simulation is further off than that; decision 007. */
  private static final double RATE_MAX = 1.06;

  final Crowd crowd;
  final ClaimedEvent claimed;
  final Duration asked;
  final Duration answered;

  /** What the worker said, the oldest first. */
  final List<Settlement> settlements = new ArrayList<>();

  private Duration liveUntil;

  /**
   * A grant.
   *
   * @param crowd for whom
   * @param claimed what was handed out
   * @param asked when the worker asked
   * @param answered when it got the answer
   * @param lease for how long it asked, by the clock of whoever keeps it
   */
  Grant(Crowd crowd, ClaimedEvent claimed, Duration asked, Duration answered, Duration lease) {
    this.crowd = crowd;
    this.claimed = claimed;
    this.asked = asked;
    this.answered = answered;
    this.liveUntil = end(asked, lease);
  }

  Place place() {
    return Place.of(claimed.stored());
  }

  /** In which run of the group it was handed out. */
  int run() {
    return claimed.receipt().run();
  }

  String name() {
    return Payloads.name(claimed.stored().event());
  }

  long claim() {
    return claimed.receipt().claim();
  }

  /** Until when nobody else may have the event, as far as is certain. */
  Duration liveUntil() {
    return liveUntil;
  }

  void extended(Duration asked, Duration lease) {
    Duration end = end(asked, lease);
    liveUntil = end.compareTo(liveUntil) > 0 ? end : liveUntil;
  }

  /** Whether the worker had let go of it, answered or not, before a moment. */
  boolean isSettledBefore(Duration moment) {
    return settlements.stream().anyMatch(each -> each.sent().compareTo(moment) <= 0);
  }

  /** Whether it had said of it, before a moment, that it is done, and was not told otherwise. */
  boolean isAcknowledgedBefore(Duration moment) {
    return settlements.stream()
        .filter(each -> each.isAck() && !each.is(ReceiptStatus.STALE))
        .anyMatch(each -> each.sent().compareTo(moment) <= 0);
  }

  /** Whether the worker was told that it is done. */
  boolean isAcknowledged() {
    return settlements.stream().anyMatch(each -> each.isAck() && each.is(ReceiptStatus.OK));
  }

  /** Whether the event may be done by what the worker said before somebody else got it. */
  boolean mayBeDone(Duration superseded) {
    return settlements.stream()
        .anyMatch(
            each ->
                each.isAck()
                    && !each.is(ReceiptStatus.STALE)
                    && each.sent().compareTo(superseded) <= 0);
  }

  /** Whether it was known, before a moment, that nothing came of it. */
  boolean hasFailedBefore(Duration moment) {
    return settlements.stream()
        .anyMatch(each -> !each.isAck() && each.sent().compareTo(moment) <= 0);
  }

  private static Duration end(Duration asked, Duration lease) {
    return asked.plusNanos((long) (lease.toNanos() / RATE_MAX));
  }

  @Override
  public String toString() {
    return crowd
        + " "
        + place()
        + " \""
        + name()
        + "\" claim "
        + claim()
        + " attempt "
        + claimed.attempt()
        + " asked "
        + asked
        + " answered "
        + answered
        + " live until "
        + liveUntil
        + " "
        + settlements;
  }

  /** One thing that a worker said of an event that it had, in true time. */
  static final class Settlement {

    private final boolean ack;
    private final Duration sent;
    private Optional<Duration> answered = Optional.empty();
    private Optional<ReceiptStatus> status = Optional.empty();

    Settlement(boolean ack, Duration sent) {
      this.ack = ack;
      this.sent = sent;
    }

    boolean isAck() {
      return ack;
    }

    Duration sent() {
      return sent;
    }

    void answered(Duration moment, ReceiptStatus answer) {
      answered = Optional.of(moment);
      status = Optional.of(answer);
    }

    /** When the answer came; empty where none did. */
    Optional<Duration> answered() {
      return answered;
    }

    boolean is(ReceiptStatus wanted) {
      return status.filter(wanted::equals).isPresent();
    }

    @Override
    public String toString() {
      return (ack ? "ack " : "nack ") + sent + " " + status.map(Enum::toString).orElse("no answer");
    }
  }
}
