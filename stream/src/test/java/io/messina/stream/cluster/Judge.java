package io.messina.stream.cluster;

import io.messina.api.Position;
import io.messina.api.SourceBatch;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Compares what clients have seen with what the store holds at the end.
 *
 * @param facts what clients have seen
 * @param crowds the groups that were there
 * @param work the shards of {@link Topic#WORK}, by number
 * @param results the one shard of {@link Topic#RESULTS}
 */
record Judge(Facts facts, Set<Crowd> crowds, List<Truth> work, Truth results) {

  /** What is wrong: nothing, or words. */
  List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    TrueLog log = new TrueLog(work);
    new LogJudge(facts, log, results, complaints).judge();
    new ClaimJudge(facts, crowds, log, complaints).judge();
    new FollowJudge(facts, log, complaints).judge();
    Drain drain = new Drain(facts, crowds);
    for (Crowd crowd : crowds) {
      List<String> left = new ArrayList<>(log.names());
      left.removeAll(drain.finished(crowd));
      if (!left.isEmpty()) {
        complaints.add(crowd + " never finished what stands in the log: " + left);
      }
    }
    return complaints;
  }

  /** Whether followers saw the one order of each shard, without gaps. */
  record FollowJudge(Facts facts, TrueLog log, List<String> complaints) {

    void judge() {
      handlersSeeTheOneOrder();
      int[] seenTo = new int[Topic.WORK.shards];
      for (Follower.Stretch stretch : facts.stretches) {
        seenTo[stretch.shard()] = judge(stretch, seenTo[stretch.shard()]);
      }
    }

    /** Nothing is shown before all that stands before it was shown, to whomever. */
    private void handlersSeeTheOneOrder() {
      int[] seenTo = new int[Topic.WORK.shards];
      for (StoredEvent event : facts.followed) {
        int shard = event.id().shard();
        int at = log.shard(shard).indexOf(event);
        if (at < 0 || (at > seenTo[shard] && !mayBeSkipped(Crowd.FOLLOWING_INSIDE))) {
          complaints.add(
              "a handler was shown " + Place.of(event) + " at " + at + " behind " + seenTo[shard]);
          return;
        }
        seenTo[shard] = Math.max(seenTo[shard], at + 1);
      }
    }

    private boolean mayBeSkipped(Crowd crowd) {
      return facts.interventions(crowd).anyMatch(Intervention::skips);
    }

    /** Returns up to where the log has been seen. */
    private int judge(Follower.Stretch stretch, int seenTo) {
      List<StoredEvent> all = log.shard(stretch.shard());
      int begin = Collections.indexOfSubList(all, stretch.events());
      if (begin < 0) {
        complaints.add(
            "a follower read what is no stretch of the log: " + stretch + ", the log is " + all);
        return seenTo;
      }
      if (begin > seenTo && !mayBeSkipped(Crowd.FOLLOWING)) {
        complaints.add("a follower was shown " + begin + " behind " + seenTo + ": " + stretch);
      }
      Position first = Place.of(stretch.events().getFirst()).position();
      if (stretch
          .committed()
          .filter(to -> first.compareTo(to.to()) < 0)
          .filter(to -> !facts.mayBeMoved(Crowd.FOLLOWING, to.asked(), stretch.answered()))
          .isPresent()) {
        complaints.add("a follower was sent back behind its commit: " + stretch);
      }
      return Math.max(seenTo, begin + stretch.events().size());
    }
  }

  /** Whether the log holds what it must, and nothing else. */
  record LogJudge(Facts facts, TrueLog log, Truth results, List<String> complaints) {

    void judge() {
      nothingAcknowledgedIsLost();
      acknowledgedEventsStandWhereTheirIdsSay();
      nothingIsThereThatNobodySent();
      nothingIsThereTwice();
      batchesOfASourceStandInTheirOrder();
      chainsStandInTheirOrder();
      appendTimesNeverGoBack();
      delayedEventsAreNotEarly();
      whatWasTakenBackIsNotThere();
      outputsAreThereOnce();
    }

    private void nothingAcknowledgedIsLost() {
      Set<String> lost = facts.ledger.lost(log.names());
      if (!lost.isEmpty()) {
        complaints.add("acknowledged and lost: " + lost);
      }
    }

    private void acknowledgedEventsStandWhereTheirIdsSay() {
      facts.ids.forEach(
          (name, id) -> {
            Place place = Place.of(id);
            if (log.behindCuts().contains(place)) {
              complaints.add("acknowledged behind a cut: " + name + " at " + place);
            } else if (!log.name(place).filter(name::equals).isPresent()) {
              complaints.add(
                  "acknowledged at " + place + ": " + name + ", where stands " + log.name(place));
            }
          });
    }

    private void nothingIsThereThatNobodySent() {
      Set<String> unexpected = facts.ledger.unexpected(log.names());
      if (!unexpected.isEmpty()) {
        complaints.add("in the log, and never sent: " + unexpected);
      }
    }

    /** The histories are shorter than the window in which keys are remembered. */
    private void nothingIsThereTwice() {
      Map<String, Place> places = new LinkedHashMap<>();
      for (StoredEvent event : log.all()) {
        String name = Payloads.name(event.event());
        Place before = places.put(name, Place.of(event));
        if (before != null) {
          complaints.add("twice in the log: " + name + " at " + before + " and " + Place.of(event));
        }
      }
    }

    /** The next one is sent once this one is acknowledged, or given up: then it may come late. */
    private void batchesOfASourceStandInTheirOrder() {
      for (int shard = 0; shard < Topic.WORK.shards; shard++) {
        Map<String, Long> highest = new LinkedHashMap<>();
        for (StoredEvent event : log.shard(shard)) {
          event.event().sourceBatch().ifPresent(batch -> note(batch, highest, event));
        }
      }
    }

    private void note(SourceBatch batch, Map<String, Long> highest, StoredEvent event) {
      long before = highest.merge(batch.source(), batch.number(), Math::max);
      boolean acknowledged = facts.ledger.isAcknowledged(Payloads.name(event.event()));
      if (before > batch.number() && acknowledged) {
        complaints.add("a batch behind a later one: " + batch + " at " + Place.of(event));
      }
    }

    private void chainsStandInTheirOrder() {
      for (List<String> chain : facts.chains) {
        List<Place> places = chain.stream().map(facts.ids::get).map(LogJudge::place).toList();
        List<Place> sorted = new ArrayList<>(places);
        sorted.sort(Comparator.comparing(Place::position));
        if (!sorted.equals(places) || places.stream().map(Place::shard).distinct().count() > 1) {
          complaints.add("events of one key, each sent after the other's ack, stand at " + places);
        }
      }
    }

    private static Place place(EventAddress id) {
      return Place.of(Objects.requireNonNull(id));
    }

    private void appendTimesNeverGoBack() {
      for (int shard = 0; shard < Topic.WORK.shards; shard++) {
        Instant last = Instant.EPOCH;
        for (StoredEvent event : log.shard(shard)) {
          if (event.appendTime().isBefore(last)) {
            complaints.add("append time goes back at " + Place.of(event));
          }
          last = event.appendTime();
        }
      }
    }

    private void delayedEventsAreNotEarly() {
      for (StoredEvent event : log.all()) {
        Instant due = facts.due.get(Payloads.name(event.event()));
        if (due != null && event.appendTime().isBefore(due)) {
          complaints.add(
              "due at " + due + " and appended at " + event.appendTime() + ": " + Place.of(event));
        }
      }
    }

    private void whatWasTakenBackIsNotThere() {
      Set<String> there = new LinkedHashSet<>(facts.cancelled);
      there.retainAll(log.names());
      if (!there.isEmpty()) {
        complaints.add("cancelled and appended: " + there);
      }
    }

    private void outputsAreThereOnce() {
      List<String> there =
          results.log().stream().map(event -> Payloads.name(event.event())).toList();
      Set<String> unexpected = facts.ledger.unexpected(there);
      if (!unexpected.isEmpty()) {
        complaints.add("among the results, and nobody's output: " + unexpected);
      }
      List<String> twice = new ArrayList<>(there);
      there.stream().distinct().forEach(twice::remove);
      if (!twice.isEmpty()) {
        complaints.add("twice among the results: " + twice);
      }
      List<String> lost = new ArrayList<>(facts.outputs);
      lost.removeAll(there);
      if (!lost.isEmpty()) {
        complaints.add("acknowledged with outputs that are lost: " + lost);
      }
    }
  }

  /** The shards of a stream as they stand in the store at the end. */
  static final class TrueLog {

    private final List<List<StoredEvent>> shards = new ArrayList<>();
    private final Map<Place, StoredEvent> events = new LinkedHashMap<>();
    private final Set<Place> behindCuts = new LinkedHashSet<>();

    TrueLog(List<Truth> truths) {
      for (Truth truth : truths) {
        shards.add(truth.log());
        truth.log().forEach(event -> events.put(Place.of(event), event));
        behindCuts.addAll(truth.behindCuts());
      }
    }

    /** The one order of a shard. */
    List<StoredEvent> shard(int number) {
      return shards.get(number);
    }

    /** All events, shard by shard. */
    List<StoredEvent> all() {
      return List.copyOf(events.values());
    }

    /** What all events are called. */
    List<String> names() {
      return events.values().stream().map(event -> Payloads.name(event.event())).toList();
    }

    /** What an event is called that stands at a place. */
    Optional<String> name(Place place) {
      return Optional.ofNullable(events.get(place)).map(event -> Payloads.name(event.event()));
    }

    /** Where rows stand that never count. */
    Set<Place> behindCuts() {
      return behindCuts;
    }
  }
}
