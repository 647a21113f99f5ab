package io.messina.store.rocksdb;

import static io.messina.store.rocksdb.Samples.NOTES;
import static io.messina.store.rocksdb.Samples.NUMBER;
import static io.messina.store.rocksdb.Samples.OWNER;
import static io.messina.store.rocksdb.Samples.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.PartitionKey;
import io.messina.store.PartitionWalk;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.testkit.contract.TestClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PartitionWalkTest {

  /** More than are looked at in one partition. */
  private static final int MANY = 100;

  private final TestClock clock = new TestClock(Instant.parse("2026-01-01T00:00:00Z"));
  @TempDir private Path folder;
  @AutoClose private RocksStore store;

  @BeforeEach
  void open() {
    RocksStoreOptions options = RocksStoreOptions.DEFAULT.withDurability(Durability.OS);
    store = RocksStore.open(folder, options, clock);
    store.create(NOTES);
  }

  @Test
  void a_partition_does_not_come_once_its_few_rows_are_deleted_or_over() {
    store.write(put(NOTES, "stays", 1, 1));
    store.write(put(NOTES, "row deleted", 1, 1));
    store.write(delete("row deleted").delete(partition("row deleted").row(NUMBER.of(1L))).build());
    store.write(put(NOTES, "range deleted", 1, 1));
    store.write(delete("range deleted").delete(NOTES.rows().atMost(NUMBER.of(5L))).build());
    store.write(put(NOTES, "deleted", 1, 1));
    store.write(delete("deleted").deletePartition().build());
    Row brief = Samples.row(NOTES, "over", 1);
    store.write(
        PlainBatch.in(partition("over"), 1)
            .put(brief, clock.instant().plus(Duration.ofHours(1)))
            .build());
    assertThat(owners()).containsExactlyInAnyOrder("stays", "over");
    clock.advance(Duration.ofHours(1));
    assertThat(owners()).containsExactly("stays");
  }

  @Test
  void one_that_begins_with_many_deleted_rows_comes_without_a_look_at_the_others() {
    for (long number = 0; number < MANY; number++) {
      store.write(put(NOTES, "long", number, 1));
    }
    store.write(delete("long").deletePartition().build());
    assertThat(owners()).containsExactly("long");
    store.write(put(NOTES, "long", MANY, 3));
    assertThat(owners()).containsExactly("long");
  }

  @Test
  void a_table_of_deleted_partitions_alone_is_walked_to_its_end() {
    for (int i = 0; i < 5_000; i++) {
      String owner = "owner " + i;
      store.write(PlainBatch.in(partition(owner), 1).put(Row.of(key(owner))).build());
      store.write(delete(owner).delete(key(owner)).build());
    }
    store.write(put(NOTES, "stays", 1, 1));
    assertThat(owners()).containsExactly("stays");
  }

  private static RowKey key(String owner) {
    return partition(owner).row(NUMBER.of(1L));
  }

  private static PartitionKey partition(String owner) {
    return Samples.partition(NOTES, owner);
  }

  private static PlainBatch.Builder delete(String owner) {
    return PlainBatch.in(partition(owner), 2);
  }

  private List<String> owners() {
    List<String> owners = new ArrayList<>();
    store
        .partitions(PartitionWalk.of(NOTES))
        .forEachRemaining(partition -> owners.add(partition.get(OWNER)));
    return owners;
  }
}
