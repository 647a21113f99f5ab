package io.messina.stream.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Incarnation;
import io.messina.testkit.FaultyStore;
import io.messina.testkit.Seeds;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whoever asks whether it may acknowledge is answered, whatever happens. */
final class GraveWatchTest extends OwnershipRig {

  private final SimulatedNode node = simulation.node("a");
  private final FaultyStore store = new FaultyStore(stores.at(node));
  private final AtomicReference<Ownership> ownership = new AtomicReference<>();

  @BeforeEach
  void own() {
    store.before(
        call -> {
          if (call.reads(GraveTable.GRAVES)) {
            fail();
          }
        });
    node.spawn(
        "start",
        () -> ownership.set(start(node, store, OwnershipOptions.DEFAULT, () -> List.of(SHARD))));
    awaitTaken(1);
  }

  @Test
  void an_owner_without_a_grave_may_acknowledge() {
    assertThat(asked(1)).containsExactly(true);
  }

  @Test
  void one_that_finds_its_grave_may_not_and_comes_back_as_another_one() {
    OwnedShard shard = taken.getFirst();
    Incarnation me = ownership.get().incarnation();
    stores.direct().write(GraveTable.burial(me, me, 1));

    assertThat(asked(1)).containsExactly(false);
    awaitTaken(2);
    assertThat(taken.getLast().epoch()).isEqualTo(shard.epoch() + 1);
  }

  @Test
  void who_asks_while_the_grave_is_read_waits_for_the_next_read() {
    Seeds.forEach(seed -> assertThat(LateQuestion.run(seed)).isEmpty());
  }

  @Test
  void all_who_asked_are_answered_also_where_reading_ends_in_an_error() {
    failure = Optional.of(new AssertionError("planted"));

    assertThat(asked(5)).containsOnly(false).hasSize(5);
    failure = Optional.empty();
    awaitTaken(2);
  }

  @Test
  void all_who_asked_are_answered_also_where_one_of_them_fails() {
    OwnedShard shard = taken.getFirst();
    node.spawn(
        "failing",
        () ->
            shard.confirm(
                _ -> {
                  throw new AssertionError("planted");
                }));

    assertThat(asked(5)).hasSize(5).endsWith(false);
    awaitTaken(2);
  }

  /** What some are told who ask at the same time. */
  private List<Boolean> asked(int many) {
    OwnedShard shard = taken.getLast();
    List<CompletableFuture<Boolean>> answers = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      answers.add(node.call(shard::mayAcknowledge));
    }
    CompletableFuture<Void> all =
        CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new));
    assertThat(simulation.runUntil(all::isDone, Duration.ofMinutes(1))).isTrue();
    return answers.stream().map(CompletableFuture::join).toList();
  }
}
