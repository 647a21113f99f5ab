package io.messina.stream.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.DeathCause;
import io.messina.api.ReceiptStatus;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.delivery.DeadLetter;
import io.messina.stream.owner.DeadEvent;
import io.messina.test.rules.FullBuild;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is checked of a cluster, tried on histories in which something is not as it was. */
@FullBuild("the simulation of clusters without flaws is in each build")
final class ChecksTest {

  private static final long SEEDS = 200;

  @ParameterizedTest
  @EnumSource
  void each_flaw_is_found(Flaw flaw) {
    long seed = 1;
    while (seed <= SEEDS && !isFound(flaw, seed)) {
      seed++;
    }
    assertThat(seed).as("seeds tried for " + flaw).isLessThanOrEqualTo(SEEDS);
  }

  private static boolean isFound(Flaw flaw, long seed) {
    return ClusterWorld.run(seed, Wiring.of(seed), PlantedBug.NOTHING, flaw::plant).wrong().stream()
        .anyMatch(complaint -> complaint.contains(flaw.shownBy));
  }

  /**
   * What is changed, in a history in which all was right, of what clients have seen or of what the
   * store holds, and what has to be said of it. In some histories there is nothing to change.
   */
  enum Flaw {
    LOSES_EVENTS("acknowledged and lost", judged -> longest(judged).clear()),
    INVENTS_EVENTS(
        "in the log, and never sent",
        judged -> append(judged, Event.of(Payloads.bytes("nobody's")))),
    APPENDS_TWICE("twice in the log", judged -> append(judged, longest(judged).getFirst().event())),
    SWAPS_EVENTS(", where stands", Flaw::swapLast),
    OVERTAKES_BATCHES(
        "a batch behind a later one", judged -> judged.work().forEach(Flaw::reverseOrder)),
    PLACES_EVENTS_BEFORE_OTHERS(
        "each sent after the other's ack",
        judged -> judged.facts().chains.forEach(Collections::reverse)),
    GOES_BACK_IN_TIME(
        "append time goes back",
        judged -> longest(judged).addLast(appendedEarly(longest(judged).removeLast()))),
    APPENDS_EARLY(
        "due at",
        judged -> judged.work().forEach(each -> each.log().replaceAll(Flaw::appendedEarly))),
    APPENDS_WHAT_IS_CANCELLED(
        "cancelled and appended",
        judged -> judged.facts().cancelled.add(name(longest(judged).getFirst()))),
    SHOWS_WHAT_IS_BEHIND_A_CUT("from behind a cut", Flaw::cutAll),
    ACKNOWLEDGES_WHAT_IS_BEHIND_A_CUT("acknowledged behind a cut", Flaw::cutAll),
    SKIPS_EVENTS(
        "never finished what stands in the log",
        judged -> any(judged, Grant::isAcknowledged).ifPresent(grant -> forget(judged, grant))),
    LETS_STALE_ACKS_COUNT(
        "never finished what stands in the log",
        judged -> judged.facts().grants.forEach(Flaw::answerStale)),
    IGNORES_SEEKS("never finished what stands in the log", Flaw::forgetAfterRewinds),
    ENDS_LEASES_EARLY(
        "two live receipts",
        judged ->
            any(judged, grant -> !grant.isSettledBefore(grant.answered))
                .ifPresent(grant -> grantAgain(judged, grant, 1, 0, grant.answered))),
    USES_CLAIM_NUMBERS_TWICE(
        "one claim number given twice",
        judged ->
            any(judged, _ -> true)
                .ifPresent(grant -> grantAgain(judged, grant, 0, 0, Intervention.FOR_EVER))),
    HANDS_OUT_WHAT_IS_DONE(
        "although it was done",
        judged ->
            any(judged, Grant::isAcknowledged)
                .ifPresent(grant -> grantAgain(judged, grant, 1, 0, Intervention.FOR_EVER))),
    DEAD_TOO_EARLY(
        "dead too early",
        judged -> any(judged, _ -> true).ifPresent(grant -> bury(judged, grant, 0))),
    DEAD_THOUGH_DONE(
        "dead although it was done",
        judged -> any(judged, Grant::isAcknowledged).ifPresent(grant -> bury(judged, grant, 3))),
    TAKES_ANY_RECEIPT(
        "a superseded receipt was good",
        judged ->
            any(judged, Grant::isAcknowledged)
                .ifPresent(grant -> grantAgain(judged, grant, 1, 0, Duration.ZERO))),
    REFUSES_LIVE_RECEIPTS(
        "a live receipt was void", judged -> judged.facts().grants.forEach(Flaw::answerStale)),
    IGNORES_KEYS(
        "of its key was done with",
        judged ->
            List.copyOf(judged.facts().grants)
                .forEach(grant -> grantAgain(judged, grant, 1, 0, Duration.ZERO))),
    HANDS_OUT_UNCERTAIN(
        "at most once",
        judged ->
            any(
                    judged,
                    grant ->
                        grant.crowd == Crowd.ONCE && !grant.hasFailedBefore(Intervention.FOR_EVER))
                .ifPresent(grant -> grantAgain(judged, grant, 1, 0, Intervention.FOR_EVER))),
    COUNTS_NO_ATTEMPTS(
        "attempts are not counted",
        judged ->
            any(judged, _ -> true)
                .ifPresent(
                    grant -> {
                      grantAgain(judged, grant, 1, 0, Intervention.FOR_EVER);
                      grantAgain(judged, grant, 2, 0, Intervention.FOR_EVER);
                    })),
    LOSES_DEAD_LETTERS(
        "not among the dead letters",
        judged -> judged.crowds().forEach(crowd -> judged.facts().dead(crowd, List.of()))),
    LOSES_OUTPUTS("with outputs that are lost", judged -> judged.results().log().clear()),
    REPEATS_OUTPUTS(
        "twice among the results",
        judged -> judged.results().log().addAll(List.copyOf(judged.results().log()))),
    INVENTS_OUTPUTS(
        "among the results, and nobody's output",
        judged -> judged.results().log().replaceAll(each -> with(each, "nobody's"))),
    FOLLOWS_OUT_OF_ORDER("no stretch of the log", judged -> read(judged, List::reversed)),
    FOLLOWS_WITH_GAPS(
        "a follower was shown", judged -> read(judged, events -> events.subList(1, events.size()))),
    FOLLOWS_INSIDE_WITH_GAPS(
        "a handler was shown",
        judged -> {
          if (!judged.facts().followed.isEmpty()) {
            judged.facts().followed.removeFirst();
          }
        }),
    FORGETS_COMMITS(
        "sent back behind its commit",
        judged -> judged.facts().stretches.replaceAll(Flaw::committed)),
    RUNS_POISON_FOR_EVER("killed more processes", Flaw::killAgain),
    KEEPS_WHAT_IS_DISCARDED(
        "dead although it was discarded",
        judged ->
            any(judged, _ -> true)
                .ifPresent(
                    grant -> {
                      bury(judged, grant, 3);
                      discard(judged, grant);
                    })),
    HANDS_OUT_WHAT_IS_DISCARDED(
        "handed out although it was discarded",
        judged -> any(judged, _ -> true).ifPresent(grant -> discard(judged, grant))),
    KEEPS_FORMER_OPTIONS("dead by options of before", Flaw::countOneMore),
    TAKES_RECEIPTS_OF_FORMER_RUNS(
        "a receipt of a former run was good",
        judged ->
            any(judged, Grant::isAcknowledged)
                .ifPresent(grant -> grantAgain(judged, grant, 1, 1, Duration.ZERO)));

    final String shownBy;
    private final transient Consumer<Judge> change;

    Flaw(String shownBy, Consumer<Judge> change) {
      this.shownBy = shownBy;
      this.change = change;
    }

    /** Changes what is judged. */
    void plant(Judge judged) {
      change.accept(judged);
    }

    private static String name(StoredEvent stored) {
      return Payloads.name(stored.event());
    }

    /** The log of the shard that has the most. */
    private static List<StoredEvent> longest(Judge judged) {
      return judged.work().stream()
          .map(Truth::log)
          .max((one, other) -> Integer.compare(one.size(), other.size()))
          .orElseThrow();
    }

    private static void append(Judge judged, Event event) {
      StoredEvent last = longest(judged).getLast();
      EventAddress id = last.id();
      longest(judged)
          .add(
              new StoredEvent(
                  new EventAddress(
                      id.streamGeneration(), id.shard(), id.segment(), id.position().next()),
                  event,
                  last.appendTime()));
    }

    private static void swapLast(Judge judged) {
      List<StoredEvent> log = longest(judged);
      StoredEvent last = log.removeLast();
      StoredEvent before = log.removeLast();
      log.add(new StoredEvent(before.id(), last.event(), before.appendTime()));
      log.add(new StoredEvent(last.id(), before.event(), last.appendTime()));
    }

    private static void reverseOrder(Truth truth) {
      Collections.reverse(truth.log());
    }

    private static StoredEvent appendedEarly(StoredEvent stored) {
      return new StoredEvent(stored.id(), stored.event(), Instant.EPOCH);
    }

    private static StoredEvent with(StoredEvent stored, String name) {
      return new StoredEvent(stored.id(), Event.of(Payloads.bytes(name)), stored.appendTime());
    }

    private static void cutAll(Judge judged) {
      judged.work().forEach(each -> each.log().forEach(at -> each.behindCuts().add(Place.of(at))));
    }

    private static Optional<Grant> any(Judge judged, Predicate<Grant> which) {
      return judged.facts().grants.stream().filter(which).findFirst();
    }

    private static void forget(Judge judged, Grant forgotten) {
      judged
          .facts()
          .grants
          .removeIf(
              grant -> grant.crowd == forgotten.crowd && grant.place().equals(forgotten.place()));
    }

    private static void answerStale(Grant grant) {
      grant.settlements.forEach(each -> each.answered(grant.answered, ReceiptStatus.STALE));
    }

    private static void forgetAfterRewinds(Judge judged) {
      for (Crowd crowd : judged.crowds()) {
        judged
            .facts()
            .lastRewind(crowd)
            .ifPresent(
                rewind ->
                    judged
                        .facts()
                        .grants
                        .removeIf(
                            grant ->
                                grant.crowd == crowd
                                    && rewind.before.isBefore(grant.place().shard(), grant.run())));
      }
    }

    /** Somebody gets an event by a later claim, or in a later run. */
    private static void grantAgain(
        Judge judged, Grant grant, int later, int runs, Duration moment) {
      ClaimedEvent claimed = grant.claimed;
      ClaimAddress receipt = claimed.receipt();
      ClaimAddress other =
          new ClaimAddress(
              receipt.streamGeneration(),
              receipt.groupGeneration(),
              receipt.run() + runs,
              receipt.shard(),
              receipt.position(),
              receipt.claim() + later);
      judged
          .facts()
          .grants
          .add(
              new Grant(
                  grant.crowd,
                  new ClaimedEvent(claimed.stored(), claimed.attempt(), other, false, false),
                  moment,
                  moment,
                  Duration.ZERO));
    }

    private static void bury(Judge judged, Grant grant, int attempts) {
      addLetter(judged, grant.crowd, grant.claimed.stored(), grant.run(), attempts);
    }

    private static void addLetter(
        Judge judged, Crowd crowd, StoredEvent stored, int run, int attempts) {
      DeadLetter letter =
          new DeadLetter(
              stored.id().position().packed(), run, DeathCause.EXHAUSTED, attempts, List.of());
      List<DeadEvent> letters = new ArrayList<>(judged.facts().dead(crowd).values());
      letters.add(new DeadEvent(stored, letter, Instant.EPOCH));
      judged.facts().dead(crowd, letters);
    }

    private static void countOneMore(Judge judged) {
      for (Crowd crowd : judged.crowds()) {
        List.copyOf(judged.facts().dead(crowd).values()).stream()
            .filter(dead -> name(dead.stored()).startsWith(Operator.LAST))
            .forEach(
                dead ->
                    addLetter(
                        judged,
                        crowd,
                        dead.stored(),
                        dead.letter().run(),
                        dead.letter().attempts() + 1));
      }
    }

    private static void discard(Judge judged, Grant grant) {
      Intervention discard =
          new Intervention(
              Intervention.Kind.DISCARD,
              grant.crowd,
              Map.of(grant.place(), grant.name()),
              Duration.ZERO,
              Runs.NONE);
      discard.end(Duration.ZERO, Set.of());
      judged.facts().interventions.add(discard);
    }

    private static void killAgain(Judge judged) {
      List<Handling> killing =
          judged.facts().handlings.stream()
              .filter(each -> Payloads.kills(each.name()) && !each.hasFailed())
              .toList();
      for (int i = 0; i <= Crowd.ATTEMPTS_MAX; i++) {
        killing.forEach(
            each -> judged.facts().handlings.add(new Handling(each.claimed, each.begun)));
      }
    }

    /** Followers were shown something else wherever they were shown several events. */
    private static void read(Judge judged, UnaryOperator<List<StoredEvent>> change) {
      judged
          .facts()
          .stretches
          .replaceAll(
              read ->
                  read.events().size() == 1
                      ? read
                      : new Follower.Stretch(
                          read.shard(),
                          read.asked(),
                          read.answered(),
                          read.committed(),
                          change.apply(read.events())));
    }

    private static Follower.Stretch committed(Follower.Stretch read) {
      return new Follower.Stretch(
          read.shard(),
          read.asked(),
          read.answered(),
          Optional.of(
              new Follower.Stretch.Committed(
                  read.events().getLast().id().position().next(), read.asked())),
          read.events());
    }
  }
}
