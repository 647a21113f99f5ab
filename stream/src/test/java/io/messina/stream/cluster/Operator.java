package io.messina.stream.cluster;

import io.messina.stream.EventId;
import io.messina.stream.peer.DeadEvent;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A client that looks after groups: it hands dead letters out again, and deletes some. */
final class Operator {

  private static final Duration PAUSE_MAX = Duration.ofSeconds(4);

  /** How often it looks once all is calm. */
  private static final int LOOKS_IN_CALM = 4;

  private final Client client;
  private final Simulation simulation;
  private final Wiring wiring;
  private final Facts facts;

  Operator(Client client, Simulation simulation, Wiring wiring, Facts facts) {
    this.client = client;
    this.simulation = simulation;
    this.wiring = wiring;
    this.facts = facts;
  }

  /**
   * Looks after the dead letters of groups.
   *
   * @param crowds the groups, some that have dead letters
   * @param calm whether it is to come to an end
   */
  void run(List<Crowd> crowds, BooleanSupplier calm) {
    for (int looks = 0; looks < LOOKS_IN_CALM; looks += calm.getAsBoolean() ? 1 : 0) {
      client.pauseUpTo(PAUSE_MAX);
      Crowd crowd = crowds.get(random(crowds.size()));
      ask(front -> front.deadLetters(crowd))
          .filter(letters -> !letters.isEmpty())
          .ifPresent(letters -> treat(crowd, letters));
    }
  }

  private void treat(Crowd crowd, List<DeadEvent> letters) {
    facts.sawDead(crowd, letters);
    DeadEvent one = letters.get(random(letters.size()));
    if (random(4) == 0) {
      discard(crowd, one);
    } else {
      redrive(crowd, random(2) == 0 ? letters : List.of(one));
    }
  }

  private void redrive(Crowd crowd, List<DeadEvent> letters) {
    List<EventId> ids = letters.stream().map(letter -> letter.stored().id()).toList();
    Intervention redrive = begin(Intervention.Kind.REDRIVE, crowd, letters);
    ask(front -> front.redrive(crowd, ids)).filter(count -> count > 0).ifPresent(_ -> end(redrive));
  }

  private void discard(Crowd crowd, DeadEvent letter) {
    Intervention discard = begin(Intervention.Kind.DISCARD, crowd, List.of(letter));
    ask(front -> front.discard(crowd, letter.stored().id()))
        .filter(deleted -> deleted)
        .ifPresent(_ -> discard.end(simulation.elapsed()));
  }

  private Intervention begin(Intervention.Kind kind, Crowd crowd, List<DeadEvent> letters) {
    Intervention next =
        new Intervention(
            kind,
            crowd,
            letters.stream()
                .map(DeadEvent::stored)
                .collect(Collectors.toMap(Place::of, stored -> Payloads.name(stored.event()))),
            simulation.elapsed());
    facts.interventions.add(next);
    return next;
  }

  /** What members ask of each other may arrive late. */
  private void end(Intervention asked) {
    if (wiring == Wiring.MEMBERS) {
      asked.endLate();
    } else {
      asked.end(simulation.elapsed());
    }
  }

  private <T> Optional<T> ask(Function<Front, T> request) {
    return client.ask(Duration.ZERO, request) instanceof Client.Reply.Given<T>(T value)
        ? Optional.of(value)
        : Optional.empty();
  }

  private int random(int bound) {
    return client.node().random().nextInt(bound);
  }
}
