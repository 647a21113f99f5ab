package io.messina.testkit.contract;

import static io.messina.testkit.contract.ContractTables.OWNER;
import static io.messina.testkit.contract.ContractTables.SHARDS;
import static io.messina.testkit.contract.ContractTables.TEXT;
import static io.messina.testkit.contract.ContractTables.TOTAL;
import static io.messina.testkit.contract.Fences.FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Fence;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Of many writers that expect the same fence exactly one wins, and all others learn which. */
interface FenceRacesContract extends ContractPart {

  int RACERS = 8;
  int RACES = Boolean.getBoolean("messina.test.everything") ? 20 : 10;
  int INCREMENTS = 25;
  int COUNTERS = 4;

  @Test
  default void exactly_one_of_many_makes_the_first_write() throws Exception {
    for (int race = 0; race < RACES; race++) {
      PartitionKey partition = fresh(SHARDS);
      List<FencedBatch> batches = new ArrayList<>();
      for (int racer = 0; racer < RACERS; racer++) {
        Fence next = Fences.by(racer, FIRST);
        batches.add(FencedBatch.first(next, partition).set(OWNER.of(next.toString())).build());
      }
      assertExactlyOneWins(batches);
    }
  }

  @Test
  default void exactly_one_of_many_takes_over() throws Exception {
    PartitionKey partition = fresh(SHARDS);
    store().writeIf(FencedBatch.first(FIRST, partition).build());
    Fence standing = FIRST;
    for (int race = 0; race < RACES; race++) {
      List<FencedBatch> batches = new ArrayList<>();
      for (int racer = 0; racer < RACERS; racer++) {
        Fence next = Fences.taken(standing, racer);
        batches.add(
            FencedBatch.after(standing, next, partition)
                .set(OWNER.of(next.toString()))
                .put(row(partition, racer, "", next.toString()))
                .delete(SHARDS.rows().below(ContractTables.MAJOR.of(racer)))
                .delete(SHARDS.rows().above(ContractTables.MAJOR.of(racer)))
                .build());
      }
      standing = assertExactlyOneWins(batches);
      assertThat(rows(partition))
          .containsExactly(row(partition, winner(standing, batches), "", standing.toString()));
    }
  }

  @Test
  default void a_write_repeated_by_many_threads_applies_once() throws Exception {
    PartitionKey partition = fresh(SHARDS);
    Store patient = new PatientStore(store());
    FencedBatch batch = FencedBatch.first(FIRST, partition).set(OWNER.of("one")).build();
    List<Callable<FenceOutcome>> repeats = new ArrayList<>();
    for (int racer = 0; racer < RACERS; racer++) {
      repeats.add(() -> patient.writeIf(batch));
    }
    assertThat(runConcurrently(repeats)).containsOnly(new FenceOutcome.Applied());
    assertThat(store().getStatic(partition).map(StaticRow::fence)).contains(FIRST);
  }

  @Test
  default void nothing_that_was_counted_is_lost() throws Exception {
    PartitionKey partition = fresh(SHARDS);
    Fence none = new Fence(0, 0, Fences.writer(0));
    store().writeIf(FencedBatch.first(none, partition).set(TOTAL.of(0L)).build());
    List<Callable<Integer>> counters = new ArrayList<>();
    for (int counter = 1; counter <= COUNTERS; counter++) {
      Incarnation writer = Fences.writer(counter);
      counters.add(
          () -> {
            for (int i = 0; i < INCREMENTS; i++) {
              increment(partition, writer);
            }
            return INCREMENTS;
          });
    }

    int counted = runConcurrently(counters).stream().mapToInt(Integer::intValue).sum();

    StaticRow standing = store().getStatic(partition).orElseThrow();
    assertThat(standing.get(TOTAL)).isEqualTo(counted);
    assertThat(standing.fence().n()).isEqualTo(counted);
    assertThat(rows(partition)).hasSize(counted);
  }

  /** Adds one, however often others come first. */
  private void increment(PartitionKey partition, Incarnation writer) {
    Store patient = new PatientStore(store());
    while (true) {
      StaticRow standing = patient.getStatic(partition).orElseThrow();
      Fence next = new Fence(0, standing.fence().n() + 1, writer);
      Row mark = row(partition, (int) next.n(), "", writer.toString());
      FenceOutcome outcome =
          patient.writeIf(
              FencedBatch.after(standing.fence(), next, partition)
                  .set(TOTAL.of(standing.get(TOTAL) + 1))
                  .put(mark)
                  .build());
      if (outcome instanceof FenceOutcome.Applied || isMarked(patient, mark)) {
        return;
      }
    }
  }

  /** Tells an increment that applied although its answers were lost and another one followed it. */
  private static boolean isMarked(Store store, Row mark) {
    return store.get(mark.key()).map(row -> row.get(TEXT)).equals(mark.find(TEXT));
  }

  private Fence assertExactlyOneWins(List<FencedBatch> batches) throws Exception {
    Store patient = new PatientStore(store());
    List<Callable<FenceOutcome>> racers = new ArrayList<>();
    batches.forEach(batch -> racers.add(() -> patient.writeIf(batch)));

    List<FenceOutcome> outcomes = runConcurrently(racers);

    StaticRow standing = store().getStatic(batches.getFirst().partition()).orElseThrow();
    int winner = outcomes.indexOf(new FenceOutcome.Applied());
    assertThat(outcomes).filteredOn(new FenceOutcome.Applied()::equals).hasSize(1);
    assertThat(outcomes)
        .filteredOn(outcome -> outcome instanceof FenceOutcome.Rejected)
        .hasSize(batches.size() - 1)
        .containsOnly(new FenceOutcome.Rejected(Optional.of(batches.get(winner).next())));
    assertThat(standing.fence()).isEqualTo(batches.get(winner).next());
    assertThat(standing.get(OWNER)).isEqualTo(standing.fence().toString());
    return standing.fence();
  }

  private static int winner(Fence standing, List<FencedBatch> batches) {
    return batches.stream().map(FencedBatch::next).toList().indexOf(standing);
  }
}
