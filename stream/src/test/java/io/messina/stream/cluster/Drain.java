package io.messina.stream.cluster;

import io.messina.stream.delivery.ReceiptStatus;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Whether everybody is done with all that was acknowledged. */
final class Drain {

  private final Facts facts;
  private final Set<Crowd> crowds;

  Drain(Facts facts, Set<Crowd> crowds) {
    this.facts = facts;
    this.crowds = crowds;
  }

  boolean isDone() {
    return unfinished().isEmpty();
  }

  /** The acknowledged events that a crowd is not done with. */
  Map<Crowd, Set<String>> unfinished() {
    Map<Crowd, Set<String>> unfinished = new TreeMap<>();
    for (Crowd crowd : crowds) {
      Set<String> lost = facts.ledger.lost(finished(crowd));
      if (!lost.isEmpty()) {
        unfinished.put(crowd, lost);
      }
    }
    return unfinished;
  }

  /** The events that a crowd has done, read, or among its dead letters. */
  Set<String> finished(Crowd crowd) {
    Set<String> finished = new LinkedHashSet<>();
    facts.dead(crowd).values().forEach(dead -> finished.add(Payloads.name(dead.stored().event())));
    switch (crowd) {
      case CLAIMING, ORDERED, ONCE ->
          facts.grants.stream()
              .filter(grant -> grant.crowd == crowd && isDone(grant))
              .forEach(grant -> finished.add(grant.name()));
      case INSIDE ->
          facts.handlings.stream()
              .filter(Handling::isDone)
              .forEach(done -> finished.add(Payloads.name(done.claimed.stored().event())));
      case FOLLOWING ->
          facts.stretches.stream()
              .flatMap(stretch -> stretch.events().stream())
              .forEach(event -> finished.add(Payloads.name(event.event())));
      case FOLLOWING_INSIDE ->
          facts.followed.forEach(event -> finished.add(Payloads.name(event.event())));
    }
    return finished;
  }

  /** An ack that nobody answered may count; one that was answered as stale does not. */
  private static boolean isDone(Grant grant) {
    return grant.settlements.stream()
        .anyMatch(each -> each.isAck() && !each.is(ReceiptStatus.STALE));
  }
}
