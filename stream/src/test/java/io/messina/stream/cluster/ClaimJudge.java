package io.messina.stream.cluster;

import io.messina.api.DeathCause;
import io.messina.api.ReceiptStatus;
import io.messina.stream.StoredEvent;
import io.messina.stream.delivery.DeadLetter;
import io.messina.stream.owner.DeadEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Whether claim groups kept what they promise. */
record ClaimJudge(Facts facts, Set<Crowd> crowds, Judge.TrueLog log, List<String> complaints) {

  void judge() {
    for (Crowd crowd : Crowd.values()) {
      Map<String, List<Grant>> byPlace = byPlace(crowd);
      byPlace.values().forEach(this::judge);
      byPlace.values().forEach(grants -> whatIsDiscardedStaysAway(crowd, grants));
      facts.dead(crowd).values().forEach(dead -> judge(crowd, dead));
      receiptsEndWithTheirRun(crowd);
    }
    whatIsHandedOutStandsInTheLog();
    keysAreInOrder();
    poisonIsDead();
    poisonKillsNoMoreThanItMay();
  }

  private static String key(Place place, int run) {
    return place + " in run " + run;
  }

  /** The grants of a crowd for each event in a run, in the order of their claim numbers. */
  private Map<String, List<Grant>> byPlace(Crowd crowd) {
    Map<String, List<Grant>> byPlace = new TreeMap<>();
    facts.grants.stream()
        .filter(grant -> grant.crowd == crowd)
        .sorted(Comparator.comparingLong(Grant::claim))
        .forEach(
            grant ->
                byPlace
                    .computeIfAbsent(key(grant.place(), grant.run()), any -> new ArrayList<>())
                    .add(grant));
    return byPlace;
  }

  private void judge(List<Grant> grants) {
    attemptsAreCounted(grants);
    for (int i = 0; i < grants.size(); i++) {
      liveReceiptsAreGood(grants.get(i));
      for (int j = i + 1; j < grants.size(); j++) {
        judge(grants.get(i), grants.get(j));
      }
    }
  }

  private void judge(Grant earlier, Grant later) {
    if (earlier.claim() == later.claim()) {
      complaints.add("one claim number given twice: " + earlier + " and " + later);
    }
    if (later.answered.compareTo(earlier.liveUntil()) < 0
        && !earlier.isSettledBefore(later.answered)) {
      complaints.add("two live receipts: " + earlier + " and " + later);
    }
    if (isAcknowledged(earlier, later.asked)) {
      complaints.add("handed out again although it was done: " + earlier + " and " + later);
    }
    if (isGoodAfter(earlier, later.answered)) {
      complaints.add("a superseded receipt was good: " + earlier + " and " + later);
    }
    if (earlier.crowd == Crowd.ONCE
        && !earlier.hasFailedBefore(later.answered)
        && !mayBeRedriven(earlier, later)) {
      complaints.add("handed out twice in a group of at most once: " + earlier + " and " + later);
    }
  }

  private boolean mayBeMoved(Crowd crowd, Duration from, Duration to) {
    return facts.mayBeMoved(crowd, from, to);
  }

  /** Once anybody has got anything of a later run, what was handed out before is void. */
  private void receiptsEndWithTheirRun(Crowd crowd) {
    List<Grant> grants = facts.grants.stream().filter(grant -> grant.crowd == crowd).toList();
    for (Grant later : grants) {
      grants.stream()
          .filter(grant -> grant.run() < later.run())
          .filter(grant -> grant.place().shard() == later.place().shard())
          .filter(grant -> isGoodAfter(grant, later.answered))
          .forEach(
              grant ->
                  complaints.add("a receipt of a former run was good: " + grant + " and " + later));
    }
  }

  private boolean mayBeRedriven(Grant earlier, Grant later) {
    return facts.mayBeRedriven(later.crowd, later.place(), earlier.asked, later.answered);
  }

  /** Of an event whose dead letter was deleted nothing is seen any more. */
  private void whatIsDiscardedStaysAway(Crowd crowd, List<Grant> grants) {
    for (Grant grant : grants) {
      if (facts
          .discarded(crowd, grant.place())
          .filter(discarded -> discarded.compareTo(grant.asked) < 0)
          .filter(discarded -> !mayBeMoved(crowd, discarded, grant.answered))
          .isPresent()) {
        complaints.add("handed out although it was discarded: " + grant);
      }
    }
  }

  /** An event is dead for a reason, and only if it was not done. */
  private void judge(Crowd crowd, DeadEvent dead) {
    Place place = Place.of(dead.stored());
    DeadLetter letter = dead.letter();
    if (facts
        .discarded(crowd, place)
        .filter(at -> !mayBeMoved(crowd, at, Intervention.FOR_EVER))
        .isPresent()) {
      complaints.add("dead although it was discarded: " + crowd + " " + place + " " + letter);
    }
    if (isLast(dead)
        && facts.isChanged(crowd)
        && letter.cause() == DeathCause.EXHAUSTED
        && letter.attempts() != crowd.changed().maxAttempts()) {
      complaints.add("dead by options of before: " + crowd + " " + place + " " + letter);
    }
    if (!isDeserved(crowd, letter)) {
      complaints.add("dead too early: " + crowd + " " + place + " " + letter);
    }
    facts.grants.stream()
        .filter(grant -> grant.crowd == crowd && grant.place().equals(place))
        .filter(grant -> grant.run() >= letter.run() && grant.isAcknowledged())
        .forEach(grant -> complaints.add("dead although it was done: " + letter + " " + grant));
  }

  private static boolean isLast(DeadEvent dead) {
    return Payloads.name(dead.stored().event()).startsWith(Operator.LAST);
  }

  private boolean isDeserved(Crowd crowd, DeadLetter letter) {
    return switch (letter.cause()) {
      case EXHAUSTED ->
          letter.attempts() >= facts.attemptsLeast(crowd)
              && letter.attempts() <= facts.attemptsMost(crowd);
      case UNCERTAIN -> crowd == Crowd.ONCE && letter.attempts() >= 1;
      // No worker says so, and the others are of enrichments.
      case REJECTED, ENRICH, READ, WRITE, KEY_FULL -> false;
    };
  }

  private static boolean isAcknowledged(Grant grant, Duration before) {
    return grant.settlements.stream()
        .anyMatch(
            each ->
                each.isAck()
                    && each.is(ReceiptStatus.OK)
                    && each.answered().filter(answer -> answer.compareTo(before) < 0).isPresent());
  }

  /** To say again that it failed is good, as it may have been done the first time. */
  private static boolean isGoodAfter(Grant grant, Duration moment) {
    return grant.settlements.stream()
        .filter(each -> each.isAck() || each == grant.settlements.getFirst())
        .anyMatch(each -> each.is(ReceiptStatus.OK) && each.sent().compareTo(moment) > 0);
  }

  /**
   * The first lease that ends in silence counts none, so each attempt may be seen twice. A dead
   * letter that comes back begins anew.
   */
  private void attemptsAreCounted(List<Grant> grants) {
    int last = 0;
    int times = 0;
    for (int i = 0; i < grants.size(); i++) {
      Grant grant = grants.get(i);
      int attempt = grant.claimed.attempt();
      if (i > 0 && mayBeRedriven(grants.get(i - 1), grant)) {
        last = 0;
      }
      times = attempt == last ? times + 1 : 1;
      if (attempt > facts.attemptsMost(grant.crowd) || attempt < last || times > 2) {
        complaints.add("attempts are not counted, the last was " + last + ": " + grant);
      }
      last = attempt;
    }
  }

  /**
   * That an event is done is heard as long as the lease runs, if it is answered. What failed is
   * left out: nodes say it again by themselves, and after a crash of the owner nobody remembers the
   * first time.
   */
  private void liveReceiptsAreGood(Grant grant) {
    if (grant.settlements.isEmpty()) {
      return;
    }
    Grant.Settlement first = grant.settlements.getFirst();
    Optional<Duration> answered = first.answered();
    if (first.isAck()
        && answered.isPresent()
        && answered.get().compareTo(grant.liveUntil()) < 0
        && first.is(ReceiptStatus.STALE)
        && !mayBeMoved(grant.crowd, grant.asked, answered.get())) {
      complaints.add("a live receipt was void: " + grant);
    }
  }

  private void whatIsHandedOutStandsInTheLog() {
    for (Grant grant : facts.grants) {
      check(grant.claimed.stored(), "handed out");
    }
    for (Handling handling : facts.handlings) {
      check(handling.claimed.stored(), "handled");
    }
    for (Crowd crowd : Crowd.values()) {
      facts.dead(crowd).values().forEach(dead -> check(dead.stored(), "dead"));
    }
  }

  private void check(StoredEvent event, String what) {
    Place place = Place.of(event);
    if (log.behindCuts().contains(place)) {
      complaints.add(what + " from behind a cut: " + place);
    } else if (!log.name(place).filter(Payloads.name(event.event())::equals).isPresent()) {
      complaints.add(
          what
              + ": "
              + Payloads.name(event.event())
              + " at "
              + place
              + ", where stands "
              + log.name(place));
    }
  }

  /**
   * Before an event of a key is out, all earlier ones of the key are done or dead, as far as
   * anybody can tell: of a former run nobody knows any more what was dead.
   */
  private void keysAreInOrder() {
    boolean skips = facts.interventions(Crowd.ORDERED).anyMatch(Intervention::skips);
    Runs last = Runs.of(facts, Crowd.ORDERED);
    Map<String, List<Grant>> byPlace = byPlace(Crowd.ORDERED);
    for (List<Grant> grants : byPlace.values()) {
      Grant first =
          grants.stream().min(Comparator.comparing(grant -> grant.answered)).orElseThrow();
      if (first.claimed.stored().event().key().isEmpty()
          || (skips && first.run() > 0)
          || last.isAfter(first)) {
        continue;
      }
      for (StoredEvent earlier : log.shard(first.place().shard())) {
        if (Place.of(earlier).position().compareTo(first.place().position()) >= 0) {
          break;
        }
        if (earlier.event().key().equals(first.claimed.stored().event().key())
            && !isOver(earlier, first.run(), byPlace, first.answered)) {
          complaints.add("out before " + Place.of(earlier) + " of its key was done with: " + first);
        }
      }
    }
  }

  private boolean isOver(
      StoredEvent event, int run, Map<String, List<Grant>> byPlace, Duration moment) {
    return facts.wasDead(Crowd.ORDERED, Place.of(event))
        || byPlace.getOrDefault(key(Place.of(event), run), List.of()).stream()
            .anyMatch(grant -> grant.isAcknowledgedBefore(moment));
  }

  /**
   * Each process that it ends counts an attempt, but for the first one, and the first one after an
   * attempt that only failed, which counts itself. A dead letter that comes back begins anew.
   */
  private void poisonKillsNoMoreThanItMay() {
    Map<String, Integer> killed = new TreeMap<>();
    Map<String, Duration> last = new TreeMap<>();
    for (Handling handling : facts.handlings) {
      String name = handling.name() + " in run " + handling.run();
      Duration before = last.put(name, handling.begun);
      if (before != null
          && facts.mayBeRedriven(Crowd.INSIDE, handling.place(), before, handling.begun)) {
        killed.remove(name);
      }
      if (Payloads.kills(handling.name())
          && !handling.hasFailed()
          && killed.merge(name, 1, Integer::sum) > facts.attemptsMost(Crowd.INSIDE) + 1) {
        complaints.add("killed more processes than it may: " + name);
      }
    }
  }

  private boolean mayBeAway(Crowd crowd, String name) {
    return facts.mayBeDiscarded(crowd).contains(name)
        || facts.mayBeSkipped(crowd, facts.ledger.sent()).contains(name);
  }

  private void poisonIsDead() {
    for (StoredEvent event : log.all()) {
      if (Payloads.isPoison(Payloads.name(event.event()))) {
        crowds.stream()
            .filter(Crowd::claims)
            .filter(crowd -> !facts.dead(crowd).containsKey(Place.of(event)))
            .filter(crowd -> !mayBeAway(crowd, Payloads.name(event.event())))
            .forEach(
                crowd ->
                    complaints.add(
                        "not among the dead letters of "
                            + crowd
                            + ": "
                            + Place.of(event)
                            + " poison"));
      }
    }
  }
}
