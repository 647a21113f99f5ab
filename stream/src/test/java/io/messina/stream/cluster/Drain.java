package io.messina.stream.cluster;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Whether everybody is done with all that was acknowledged. */
record Drain(Facts facts, Set<Crowd> crowds) {

  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

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
    Runs before = facts.lastRewind(crowd).map(each -> each.before).orElse(Runs.NONE);
    facts.dead(crowd).values().stream()
        .filter(dead -> before.isBefore(dead.stored().id().shard(), dead.letter().run()))
        .forEach(dead -> finished.add(Payloads.name(dead.stored().event())));
    finished.addAll(facts.mayBeDiscarded(crowd));
    finished.addAll(facts.mayBeSkipped(crowd, facts.ledger.sent()));
    switch (crowd) {
      case CLAIMING, ORDERED, ONCE -> addDone(crowd, before, finished);
      case INSIDE ->
          facts.handlings.stream()
              .filter(Handling::isDone)
              .filter(done -> before.isBefore(done.place().shard(), done.run()))
              .forEach(done -> finished.add(done.name()));
      case FOLLOWING ->
          facts.stretches.stream()
              .skip(before.stretches())
              .flatMap(stretch -> stretch.events().stream())
              .forEach(event -> finished.add(Payloads.name(event.event())));
      case FOLLOWING_INSIDE ->
          facts.followed.stream()
              .skip(before.followed())
              .forEach(event -> finished.add(Payloads.name(event.event())));
    }
    return finished;
  }

  /**
   * An ack that nobody answered may count; one that was answered as stale does not, nor one that
   * was sent when somebody else already had the event.
   */
  private void addDone(Crowd crowd, Runs before, Set<String> finished) {
    Map<Place, Grant> later = new HashMap<>();
    List<Grant> grants =
        facts.grants.stream()
            .filter(grant -> grant.crowd == crowd)
            .filter(grant -> before.isBefore(grant.place().shard(), grant.run()))
            .sorted(Comparator.comparingLong(Grant::claim).reversed())
            .toList();
    for (Grant grant : grants) {
      Grant next = later.put(grant.place(), grant);
      if (grant.mayBeDone(next == null ? FOR_EVER : next.answered)) {
        finished.add(grant.name());
      }
    }
  }
}
