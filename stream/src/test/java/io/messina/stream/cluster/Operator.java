package io.messina.stream.cluster;

import io.messina.api.EventId;
import io.messina.api.Redrive;
import io.messina.api.Start;
import io.messina.stream.owner.DeadEvent;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A client that looks after groups: it hands dead letters out again, deletes some, sends groups
 * back to the beginning or ahead to the end, and changes their options.
 */
final class Operator {

  private static final Duration PAUSE_MAX = Duration.ofSeconds(4);

  private static final int ATTEMPTS = 100;

  /** How often it looks once all is calm. */
  private static final int LOOKS_IN_CALM = 4;

  /** How the names of events begin that are appended at the end. */
  static final String LAST = "last-";

  /** After so long all owners know the options of a group. */
  private static final Duration HEARD_WITHIN = Duration.ofSeconds(10);

  private final Client client;
  private final Simulation simulation;
  private final Wiring wiring;
  private final Facts facts;
  private final Set<Crowd> changed = EnumSet.noneOf(Crowd.class);
  private int moves;

  /**
   * An operator.
   *
   * @param moves how often it sends groups elsewhere at most
   */
  Operator(Client client, Simulation simulation, Wiring wiring, Facts facts, int moves) {
    this.client = client;
    this.simulation = simulation;
    this.wiring = wiring;
    this.facts = facts;
    this.moves = moves;
  }

  /**
   * Looks after groups.
   *
   * @param crowds the groups
   * @param calm whether it is to come to an end
   */
  void run(List<Crowd> crowds, BooleanSupplier calm) {
    for (int looks = 0; looks < LOOKS_IN_CALM; looks += calm.getAsBoolean() ? 1 : 0) {
      client.pauseUpTo(PAUSE_MAX);
      Crowd crowd = crowds.get(random(crowds.size()));
      if (moves > 0 && random(2) == 0) {
        moves--;
        move(crowd);
      } else if (random(8) == 0) {
        change(crowd);
      } else if (crowd.claims()) {
        ask(front -> front.deadLetters(crowd))
            .filter(letters -> !letters.isEmpty())
            .ifPresent(letters -> treat(crowd, letters));
      }
    }
    if (!changed.isEmpty()) {
      appendLast();
    }
  }

  /** What is appended a while after the options were changed lives by the new ones. */
  private void appendLast() {
    client.pause(HEARD_WITHIN);
    for (int shard = 0; shard < Topic.WORK.shards; shard++) {
      new Prober(client, shard, Payloads.failing(LAST + shard), facts).run();
    }
  }

  private void change(Crowd crowd) {
    if (changed.add(crowd)) {
      Intervention change = begin(Intervention.Kind.CHANGE, crowd, List.of());
      client
          .insist(ATTEMPTS, front -> done(front, each -> each.change(crowd)))
          .ifPresent(_ -> end(change));
    }
  }

  private static boolean done(StreamsNode front, Consumer<StreamsNode> command) {
    command.accept(front);
    return true;
  }

  private void move(Crowd crowd) {
    switch (random(3)) {
      case 0 -> move(Intervention.Kind.PURGE, crowd, front -> front.purge(crowd));
      case 1 -> move(Intervention.Kind.SKIP, crowd, front -> front.seek(crowd, Start.latest()));
      default ->
          move(Intervention.Kind.REWIND, crowd, front -> front.seek(crowd, Start.earliest()));
    }
  }

  private void move(Intervention.Kind kind, Crowd crowd, Consumer<StreamsNode> command) {
    Intervention move = begin(kind, crowd, List.of());
    ask(front -> done(front, command)).ifPresent(_ -> end(move));
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
    List<EventId> ids =
        letters.stream().map(letter -> new EventId(letter.stored().id().toString())).toList();
    Intervention redrive = begin(Intervention.Kind.REDRIVE, crowd, letters);
    ask(front -> front.group(crowd).redrive(Redrive.of(ids)))
        .filter(count -> count > 0)
        .ifPresent(_ -> end(redrive));
  }

  private void discard(Crowd crowd, DeadEvent letter) {
    Intervention discard = begin(Intervention.Kind.DISCARD, crowd, List.of(letter));
    ask(front -> front.group(crowd).discard(List.of(letter.stored().id())))
        .filter(count -> count == 1)
        .ifPresent(_ -> discard.end(simulation.elapsed(), facts.ledger.sent()));
  }

  private Intervention begin(Intervention.Kind kind, Crowd crowd, List<DeadEvent> letters) {
    Intervention next =
        new Intervention(
            kind,
            crowd,
            letters.stream()
                .map(DeadEvent::stored)
                .collect(Collectors.toMap(Place::of, stored -> Payloads.name(stored.event()))),
            simulation.elapsed(),
            Runs.of(facts, crowd));
    facts.interventions.add(next);
    return next;
  }

  /** What members ask of each other may arrive late. */
  private void end(Intervention asked) {
    if (wiring == Wiring.MEMBERS) {
      asked.endLate();
    } else {
      asked.end(simulation.elapsed(), facts.ledger.sent());
    }
  }

  private <T> Optional<T> ask(Function<StreamsNode, T> request) {
    return client.ask(Duration.ZERO, request) instanceof Client.Reply.Given<T>(T value)
        ? Optional.of(value)
        : Optional.empty();
  }

  private int random(int bound) {
    return client.node().random().nextInt(bound);
  }
}
