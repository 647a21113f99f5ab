package io.messina.stream.cluster;

import io.messina.api.Nack;
import io.messina.api.ReceiptStatus;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.delivery.Outcome;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * A client that claims, and does to its events what workers do: finishes most, fails some, forgets
 * some, is late, loses answers and dies of poison.
 *
 * @param behaves whether it finishes what it can, as towards the end
 */
record Worker(
    Client client, Simulation simulation, Crowd crowd, Facts facts, BooleanSupplier behaves) {

  private static final int CLAIM_MAX = 4;
  private static final int ATTEMPTS = 5;
  private static final Duration WAIT_MAX = Duration.ofSeconds(3);
  private static final Duration HANG_MAX = Duration.ofSeconds(20);
  private static final Duration LONGER = Duration.ofSeconds(12);

  /** Works for as long as its process lives. */
  void run() {
    while (true) {
      for (Grant grant : claim()) {
        work(grant);
      }
      client.pauseUpTo(Duration.ofMillis(500));
    }
  }

  private List<Grant> claim() {
    int max = 1 + random(CLAIM_MAX);
    Duration wait = Duration.ofMillis(random((int) WAIT_MAX.toMillis()));
    Duration lease = Duration.ofSeconds(2 + random(5));
    Duration asked = simulation.elapsed();
    String me = client.node().name();
    List<Grant> grants = new ArrayList<>();
    if (client.ask(wait, front -> front.claim(crowd, max, wait, lease, me))
        instanceof Client.Reply.Given<List<ClaimedEvent>>(List<ClaimedEvent> events)) {
      for (ClaimedEvent event : events) {
        grants.add(new Grant(crowd, event, asked, simulation.elapsed(), lease));
      }
    }
    facts.grants.addAll(grants);
    return grants;
  }

  private void work(Grant grant) {
    if (Payloads.kills(grant.name())) {
      client.node().crash();
    } else if (Payloads.fails(grant.name())) {
      nack(grant);
    } else if (behaves.getAsBoolean()) {
      ack(grant);
    } else {
      workCarelessly(grant);
    }
  }

  private void workCarelessly(Grant grant) {
    client.pauseUpTo(Duration.ofMillis(200));
    switch (random(20)) {
      case 0 -> nack(grant);
      case 1 -> client.node().spawn("late", () -> ackLate(grant));
      case 2 -> client.node().crash();
      case 3 -> client.node().spawn("patient", () -> extend(grant));
      case 4, 5, 6 -> ackWithOutput(grant);
      case 7 -> {} // Forgotten.
      default -> ack(grant);
    }
  }

  /** Goes on with other events meanwhile, and returns perhaps long after its lease. */
  private void ackLate(Grant grant) {
    client.pauseUpTo(HANG_MAX);
    ack(grant);
  }

  private void extend(Grant grant) {
    for (int i = 0; i < 2; i++) {
      client.pause(Duration.ofSeconds(1));
      Duration asked = simulation.elapsed();
      List<ClaimAddress> receipts = List.of(grant.claimed.receipt());
      if (client.ask(
                  Duration.ZERO, front -> front.settle(crowd, new Outcome.Extend(LONGER), receipts))
              instanceof Client.Reply.Given<List<ReceiptStatus>>(List<ReceiptStatus> statuses)
          && statuses.getFirst() == ReceiptStatus.OK) {
        grant.extended(asked, LONGER);
      }
    }
    ackLate(grant);
  }

  private void ack(Grant grant) {
    List<ClaimAddress> receipts = List.of(grant.claimed.receipt());
    settle(grant, true, front -> front.settle(crowd, new Outcome.Ack(), receipts).getFirst());
  }

  private void nack(Grant grant) {
    List<ClaimAddress> receipts = List.of(grant.claimed.receipt());
    Outcome nack =
        new Outcome.Nacked(
            random(2) == 0 ? Nack.retry("no", Duration.ofMillis(100)) : Nack.retry("no"));
    settle(grant, false, front -> front.settle(crowd, nack, receipts).getFirst());
  }

  private void ackWithOutput(Grant grant) {
    String output = Payloads.output(crowd, grant.name());
    facts.ledger.send(output);
    Event event = Event.of(Payloads.bytes(output));
    Optional<ReceiptStatus> status =
        settle(grant, true, front -> front.ackWith(crowd, grant.claimed.receipt(), event));
    if (status.filter(ReceiptStatus.OK::equals).isPresent()) {
      facts.outputs.add(output);
    }
  }

  /** Says the same until it is answered. */
  private Optional<ReceiptStatus> settle(
      Grant grant, boolean ack, Function<StreamsNode, ReceiptStatus> request) {
    for (int i = 0; i < ATTEMPTS; i++) {
      Grant.Settlement settlement = new Grant.Settlement(ack, simulation.elapsed());
      grant.settlements.add(settlement);
      if (client.ask(Duration.ZERO, request)
          instanceof Client.Reply.Given<ReceiptStatus>(ReceiptStatus status)) {
        settlement.answered(simulation.elapsed(), status);
        return Optional.of(status);
      }
      client.pauseUpTo(Duration.ofSeconds(1));
    }
    return Optional.empty();
  }

  private int random(int bound) {
    return client.node().random().nextInt(bound);
  }
}
