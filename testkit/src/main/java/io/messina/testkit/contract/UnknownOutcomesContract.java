package io.messina.testkit.contract;

import static io.messina.testkit.contract.ContractTables.OWNER;
import static io.messina.testkit.contract.ContractTables.ROWS;
import static io.messina.testkit.contract.ContractTables.SHARDS;
import static io.messina.testkit.contract.ContractTables.TOTAL;
import static io.messina.testkit.contract.Fences.FIRST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.Fence;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.store.UnknownOutcomeException;
import io.messina.testkit.contract.LossyAnswers.Loss;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * A writer that loses answers and follows the rule of {@link Store#writeIf} always learns the
 * outcomes of its writes.
 */
interface UnknownOutcomesContract extends ContractPart {

  @Test
  default void a_write_that_applied_is_rejected_by_its_own_fence_when_sent_again() {
    PartitionKey partition = fresh(SHARDS);
    LossyAnswers lossy = new LossyAnswers(store(), List.of(Loss.ANSWER));
    FencedBatch batch = FencedBatch.first(FIRST, partition).set(OWNER.of("one")).build();

    assertUnknown(lossy, batch);

    assertThat(lossy.writeIf(batch)).isEqualTo(rejected(FIRST));
    assertThat(lossy.writeIf(batch)).isEqualTo(rejected(FIRST));
    assertStands(partition, FIRST, "one");
  }

  @Test
  default void a_write_that_never_arrived_applies_when_sent_again() {
    PartitionKey partition = fresh(SHARDS);
    LossyAnswers lossy = new LossyAnswers(store(), List.of(Loss.WRITE, Loss.WRITE));
    FencedBatch batch = FencedBatch.first(FIRST, partition).set(OWNER.of("one")).build();

    assertUnknown(lossy, batch);
    assertUnknown(lossy, batch);

    assertThat(store().getStatic(partition)).isEmpty();
    assertThat(lossy.writeIf(batch)).isEqualTo(new FenceOutcome.Applied());
    assertStands(partition, FIRST, "one");
  }

  @Test
  default void a_write_that_arrives_after_its_repeat_changes_nothing() {
    PartitionKey partition = fresh(SHARDS);
    LossyAnswers lossy = new LossyAnswers(store(), List.of(Loss.DELAYED));
    FencedBatch late = FencedBatch.first(FIRST, partition).set(OWNER.of("one")).build();
    assertUnknown(lossy, late);
    assertThat(lossy.writeIf(late)).isEqualTo(new FenceOutcome.Applied());
    Fence next = FIRST.next();
    lossy.writeIf(FencedBatch.after(FIRST, next, partition).set(OWNER.of("two")).build());

    lossy.arrive();

    assertStands(partition, next, "two");
  }

  @Test
  default void a_write_may_arrive_while_its_expected_fence_stands() {
    PartitionKey partition = fresh(SHARDS);
    LossyAnswers lossy = new LossyAnswers(store(), List.of(Loss.DELAYED));
    FencedBatch late = FencedBatch.first(FIRST, partition).set(OWNER.of("one")).build();
    assertUnknown(lossy, late);

    lossy.arrive();

    assertThat(lossy.writeIf(late)).isEqualTo(rejected(FIRST));
    assertStands(partition, FIRST, "one");
  }

  @Test
  default void a_write_that_lost_to_another_writer_never_applies() {
    PartitionKey partition = fresh(SHARDS);
    LossyAnswers lossy = new LossyAnswers(store(), List.of(Loss.DELAYED));
    FencedBatch late = FencedBatch.first(FIRST, partition).set(OWNER.of("one")).build();
    assertUnknown(lossy, late);
    Fence other = Fences.by(2, FIRST);
    store().writeIf(FencedBatch.first(other, partition).set(OWNER.of("two")).build());

    lossy.arrive();

    assertThat(lossy.writeIf(late)).isEqualTo(rejected(other)).isNotEqualTo(rejected(FIRST));
    assertStands(partition, other, "two");
  }

  @Test
  default void the_writer_tells_equal_numbers_apart() {
    PartitionKey partition = fresh(SHARDS);
    store().writeIf(FencedBatch.first(FIRST, partition).set(OWNER.of("none")).build());
    Fence mine = Fences.taken(FIRST, 1);
    Fence theirs = Fences.taken(FIRST, 2);
    LossyAnswers lossy = new LossyAnswers(store(), List.of(Loss.WRITE));
    FencedBatch batch = FencedBatch.after(FIRST, mine, partition).set(OWNER.of("one")).build();
    assertUnknown(lossy, batch);
    store().writeIf(FencedBatch.after(FIRST, theirs, partition).set(OWNER.of("two")).build());

    assertThat(lossy.writeIf(batch)).isEqualTo(rejected(theirs));

    FencedBatch asIfMine =
        FencedBatch.after(mine, mine.next(), partition).set(OWNER.of("one")).build();
    assertThat(store().writeIf(asIfMine)).isEqualTo(rejected(theirs));
    assertStands(partition, theirs, "two");
  }

  @Test
  default void a_write_that_others_have_followed_is_told_what_stands_now() {
    PartitionKey partition = fresh(SHARDS);
    LossyAnswers lossy = new LossyAnswers(store(), List.of(Loss.ANSWER));
    FencedBatch batch = FencedBatch.first(FIRST, partition).set(OWNER.of("one")).build();
    assertUnknown(lossy, batch);
    Fence taken = Fences.taken(FIRST, 2);
    store().writeIf(FencedBatch.after(FIRST, taken, partition).set(OWNER.of("two")).build());

    assertThat(lossy.writeIf(batch)).isEqualTo(rejected(taken));
    assertStands(partition, taken, "two");
  }

  @Test
  default void counting_over_a_lossy_network_counts_each_once() {
    PartitionKey partition = fresh(SHARDS);
    List<Loss> plan =
        List.of(
            Loss.NONE,
            Loss.ANSWER,
            Loss.NONE,
            Loss.WRITE,
            Loss.ANSWER,
            Loss.WRITE,
            Loss.DELAYED,
            Loss.ANSWER,
            Loss.DELAYED,
            Loss.DELAYED,
            Loss.NONE,
            Loss.ANSWER,
            Loss.ANSWER);
    LossyAnswers lossy = new LossyAnswers(store(), plan);
    Store patient = new PatientStore(lossy);
    Fence standing = FIRST;
    patient.writeIf(FencedBatch.first(standing, partition).set(TOTAL.of(0L)).build());
    for (long total = 1; total <= 10; total++) {
      Fence next = standing.next();
      FencedBatch batch = FencedBatch.after(standing, next, partition).set(TOTAL.of(total)).build();
      assertThat(patient.writeIf(batch)).isEqualTo(new FenceOutcome.Applied());
      lossy.arrive();
      standing = next;
    }
    assertThat(store().getStatic(partition).map(row -> row.get(TOTAL))).contains(10L);
    assertThat(store().getStatic(partition).map(StaticRow::fence)).contains(standing);
  }

  @Test
  default void a_plain_write_is_sent_again_without_harm() {
    PartitionKey partition = fresh(ROWS);
    LossyAnswers lossy = new LossyAnswers(store(), List.of(Loss.ANSWER, Loss.WRITE, Loss.DELAYED));
    Row row = row(partition, 1, "a", "first");
    PlainBatch batch = PlainBatch.in(partition, timestamp()).put(row).build();
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> lossy.write(batch)).isInstanceOf(StoreUnavailableException.class);
    }
    lossy.write(batch);
    assertThat(rows(partition)).containsExactly(row);

    Row newer = row(partition, 1, "a", "second");
    put(newer);
    lossy.arrive();
    assertThat(rows(partition)).containsExactly(newer);
  }

  private void assertStands(PartitionKey partition, Fence fence, String owner) {
    StaticRow standing = store().getStatic(partition).orElseThrow();
    assertThat(standing.fence()).isEqualTo(fence);
    assertThat(standing.get(OWNER)).isEqualTo(owner);
  }

  private static void assertUnknown(Store store, FencedBatch batch) {
    assertThatThrownBy(() -> store.writeIf(batch)).isInstanceOf(UnknownOutcomeException.class);
  }

  private static FenceOutcome rejected(Fence standing) {
    return new FenceOutcome.Rejected(Optional.of(standing));
  }
}
