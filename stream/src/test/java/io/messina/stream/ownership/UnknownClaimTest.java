package io.messina.stream.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.FenceOutcome;
import io.messina.store.UnknownOutcomeException;
import io.messina.stream.SimulatedSites;
import io.messina.testkit.FaultyStore;
import io.messina.testkit.FaultyStore.Operation;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The store does not tell a member whether its claim of a shard has applied, and is then away for
 * it, while another member claims the shard.
 */
final class UnknownClaimTest extends OwnershipRig {

  private static final Duration AWAY = OwnershipOptions.DEFAULT.lease().multipliedBy(3);

  private final SimulatedNode one = simulation.node("one");
  private final SimulatedNode other = simulation.node("other");
  private final AtomicBoolean claimed = new AtomicBoolean();

  /** What becomes of the claim. */
  enum Fate {
    APPLIED,
    LOST,
    /** It applies, if it can, once the other one may have claimed the shard. */
    LATE
  }

  @ParameterizedTest
  @EnumSource
  void no_epoch_is_given_twice_and_one_member_has_the_shard_in_the_end(Fate fate) {
    FaultyStore store =
        new FaultyStore(stores.at(one))
            .around(
                (call, asked) ->
                    call.operation() == Operation.WRITE_IF && !claimed.getAndSet(true)
                        ? unknown(fate, asked)
                        : asked.get());
    Ownership first = start("one", one, store);
    assertThat(simulation.runUntil(claimed::get, Duration.ofMinutes(1))).isTrue();
    Ownership second = start("other", other, new FaultyStore(stores.at(other)));
    simulation.runFor(Duration.ofMinutes(2));

    assertThat(taken.stream().map(OwnedShard::epoch)).doesNotHaveDuplicates().isNotEmpty();
    assertThat(taken.stream().filter(OwnedShard::mayShow)).hasSize(1);
    assertThat(first.isMember()).isTrue();
    assertThat(second.isMember()).isTrue();
  }

  private Object unknown(Fate fate, Supplier<Object> claim) {
    stores.cutOff(one);
    simulation.after(AWAY, () -> stores.reconnect(one));
    switch (fate) {
      case APPLIED -> stores.reconnect(one);
      case LOST -> {}
      case LATE ->
          simulation.after(
              AWAY,
              () ->
                  one.spawn(
                      "late",
                      () -> assertThat(claim.get()).isInstanceOf(FenceOutcome.Rejected.class)));
    }
    if (fate == Fate.APPLIED) {
      assertThat(claim.get()).isInstanceOf(FenceOutcome.Applied.class);
      stores.cutOff(one);
    }
    throw new UnknownOutcomeException("no answer");
  }

  private Ownership start(String name, SimulatedNode node, FaultyStore store) {
    Ownership ownership =
        SimulatedSites.ownership(
            node, store, name, OwnershipOptions.DEFAULT, () -> List.of(SHARD), this);
    ownership.start();
    return ownership;
  }
}
