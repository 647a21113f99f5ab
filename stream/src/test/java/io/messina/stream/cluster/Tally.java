package io.messina.stream.cluster;

import io.messina.api.DeathCause;
import io.messina.api.ReceiptStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** How often that happened which a simulation is for: else its histories prove nothing. */
final class Tally {

  private final Map<Sight, Integer> seen = new EnumMap<>(Sight.class);

  /** What can happen. */
  enum Sight {
    TAKE_OVER,
    UNKNOWN_OUTCOME,
    ROW_BEHIND_A_CUT,
    DUPLICATE_BY_KEY,
    DUPLICATE_BY_NUMBER,
    DELAYED_EVENT,
    CANCELLED_EVENT,
    CLEAN_STOP,
    OUTPUT,
    HANDED_OUT_AGAIN,
    LATE_ACK,
    SUPERSEDED_ACK,
    EXHAUSTED_LETTER,
    UNCERTAIN_LETTER,
    ROLLING_RESTART,
    REDRIVE,
    DONE_ON_REDRIVE,
    DISCARD,
    REWIND,
    SKIP,
    PURGE,
    HANDED_OUT_ANEW,
    CHANGED_OPTIONS,
    DEAD_BY_CHANGED_OPTIONS,
    STREAM_ANEW,
    CLOCK_SET_BY_HOURS,
    LATER_SEGMENT,
    OVERLOADED,
    DAMAGED_ROW,
    EXPIRED_EVENT,
    GROUP_ANEW,
    CLAIMED,
    CLAIMED_IN_ORDER,
    CLAIMED_ONCE,
    HANDLED_INSIDE,
    FOLLOWED,
    FOLLOWED_INSIDE
  }

  /** Counts something. */
  void add(Sight sight, long times) {
    seen.merge(sight, (int) times, Integer::sum);
  }

  /** Counts all that another one has counted. */
  void add(Tally other) {
    other.seen.forEach(this::add);
  }

  /** What has never happened. */
  List<Sight> missing() {
    List<Sight> missing = new ArrayList<>(List.of(Sight.values()));
    missing.removeIf(sight -> seen.getOrDefault(sight, 0) > 0);
    return missing;
  }

  /** Counts what the ledgers of a history tell. */
  void add(Facts facts, List<Truth> work) {
    for (Truth truth : work) {
      add(Sight.TAKE_OVER, Math.max(0, truth.epochs() - 1));
      add(Sight.ROW_BEHIND_A_CUT, truth.behindCuts().size());
      add(
          Sight.LATER_SEGMENT,
          truth.log().stream().filter(event -> event.id().segment() > 0).count());
      add(
          Sight.DELAYED_EVENT,
          truth.log().stream()
              .filter(event -> facts.due.containsKey(Payloads.name(event.event())))
              .count());
    }
    add(Sight.DUPLICATE_BY_KEY, facts.duplicatesByKey);
    add(Sight.DUPLICATE_BY_NUMBER, facts.duplicatesByNumber);
    add(Sight.CANCELLED_EVENT, facts.cancelled.size());
    add(Sight.OUTPUT, facts.outputs.size());
    add(Sight.HANDLED_INSIDE, facts.handlings.size());
    add(Sight.FOLLOWED, facts.stretches.size());
    add(Sight.FOLLOWED_INSIDE, facts.followed.size());
    facts.grants.forEach(this::add);
    facts.grants.forEach(
        grant -> add(Sight.DONE_ON_REDRIVE, isDoneOnRedrive(facts, grant) ? 1 : 0));
    add(Sight.REDRIVE, done(facts, Intervention.Kind.REDRIVE));
    add(Sight.REWIND, done(facts, Intervention.Kind.REWIND));
    add(Sight.SKIP, done(facts, Intervention.Kind.SKIP));
    add(Sight.PURGE, done(facts, Intervention.Kind.PURGE));
    add(Sight.CHANGED_OPTIONS, done(facts, Intervention.Kind.CHANGE));
    add(Sight.EXPIRED_EVENT, facts.expired);
    add(Sight.STREAM_ANEW, facts.streamsAnew);
    add(Sight.GROUP_ANEW, facts.groupsAnew);
    add(Sight.DISCARD, done(facts, Intervention.Kind.DISCARD));
    for (Crowd crowd : Crowd.values()) {
      facts.dead(crowd).values().forEach(dead -> add(dead.letter().cause()));
      facts.dead(crowd).values().stream()
          .filter(dead -> dead.letter().attempts() != Crowd.ATTEMPTS_MAX)
          .filter(dead -> dead.letter().cause() == DeathCause.EXHAUSTED)
          .forEach(_ -> add(Sight.DEAD_BY_CHANGED_OPTIONS, 1));
    }
  }

  private static long done(Facts facts, Intervention.Kind kind) {
    return facts.interventions(kind).filter(Intervention::isDone).count();
  }

  private static boolean isDoneOnRedrive(Facts facts, Grant grant) {
    return grant.isAcknowledged()
        && facts.mayBeRedriven(grant.crowd, grant.place(), Duration.ZERO, grant.asked);
  }

  private void add(Grant grant) {
    add(claimed(grant.crowd), 1);
    add(Sight.HANDED_OUT_ANEW, grant.run() > 0 ? 1 : 0);
    add(Sight.HANDED_OUT_AGAIN, grant.claimed.attempt() > 1 ? 1 : 0);
    for (Grant.Settlement each : grant.settlements) {
      boolean late = each.isAck() && each.sent().compareTo(grant.liveUntil()) > 0;
      add(Sight.LATE_ACK, late ? 1 : 0);
      add(Sight.SUPERSEDED_ACK, late && each.is(ReceiptStatus.STALE) ? 1 : 0);
    }
  }

  private static Sight claimed(Crowd crowd) {
    return switch (crowd) {
      case CLAIMING -> Sight.CLAIMED;
      case ORDERED -> Sight.CLAIMED_IN_ORDER;
      case ONCE -> Sight.CLAIMED_ONCE;
      case INSIDE, FOLLOWING, FOLLOWING_INSIDE ->
          throw new IllegalArgumentException("crowd: " + crowd + " (expected: one with receipts)");
    };
  }

  private void add(DeathCause cause) {
    switch (cause) {
      case EXHAUSTED -> add(Sight.EXHAUSTED_LETTER, 1);
      case UNCERTAIN -> add(Sight.UNCERTAIN_LETTER, 1);
      case REJECTED, ENRICH, READ, WRITE, KEY_FULL -> {}
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Tally tally && seen.equals(tally.seen);
  }

  @Override
  public int hashCode() {
    return seen.hashCode();
  }

  @Override
  public String toString() {
    return Collections.unmodifiableMap(seen).toString();
  }
}
