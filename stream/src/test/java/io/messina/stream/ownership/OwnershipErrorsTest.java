package io.messina.stream.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Incarnation;
import io.messina.store.Store;
import io.messina.testkit.FaultyStore;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An error ends an incarnation, whose shards the next one takes. */
final class OwnershipErrorsTest extends OwnershipRig {

  private final SimulatedNode node = simulation.node("a");

  @Test
  void an_error_while_shards_are_shared_out_ends_the_incarnation() {
    Ownership ownership = start(OwnershipOptions.SOLE, stores.at(node));
    awaitTaken(1);
    Incarnation first = ownership.incarnation();
    failure = Optional.of(new StackOverflowError("planted"));
    simulation.runFor(Duration.ofMillis(200));
    failure = Optional.empty();

    awaitTaken(2);
    assertThat(lost).containsExactly(taken.getFirst());
    assertThat(taken.getFirst().mayAcknowledge()).isFalse();
    assertThat(taken.getLast().mayAcknowledge()).isTrue();
    assertThat(ownership.incarnation()).isNotEqualTo(first);
  }

  @Test
  void incarnations_that_an_error_ends_at_once_follow_each_other_slowly() {
    failure = Optional.of(new StackOverflowError("planted"));
    Ownership ownership = start(OwnershipOptions.SOLE, stores.at(node));
    List<Incarnation> seen = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      simulation.runFor(Duration.ofMillis(100));
      if (!seen.contains(ownership.incarnation())) {
        seen.add(ownership.incarnation());
      }
    }

    assertThat(seen).hasSizeBetween(2, 11);
  }

  @Test
  void a_member_that_cannot_look_at_others_by_an_error_is_none_any_more() {
    failure = Optional.of(new StackOverflowError("planted"));
    Store erring =
        new FaultyStore(stores.at(node))
            .before(
                call -> {
                  if (call.reads(MemberTable.MEMBERS)) {
                    fail();
                  }
                });
    Ownership ownership = start(OwnershipOptions.DEFAULT, erring);
    Incarnation first = ownership.incarnation();
    simulation.runFor(Duration.ofSeconds(1));
    failure = Optional.empty();

    awaitTaken(1);
    assertThat(ownership.incarnation()).isNotEqualTo(first);
  }

  private Ownership start(OwnershipOptions options, Store store) {
    return start(
        node,
        store,
        options,
        () -> {
          if (options.equals(OwnershipOptions.SOLE)) {
            fail();
          }
          return List.of(SHARD);
        });
  }
}
