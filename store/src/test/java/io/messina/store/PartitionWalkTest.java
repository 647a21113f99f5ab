package io.messina.store;

import static io.messina.store.Examples.LASTING;
import static io.messina.store.Examples.NAME;
import static io.messina.store.Examples.PARTITION;
import static io.messina.store.Examples.ROWS;
import static io.messina.store.Examples.SHARDS;
import static io.messina.store.Examples.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PartitionWalkTest {

  @Test
  void a_walk_begins_at_the_first_partition_or_behind_any() {
    PartitionWalk all = PartitionWalk.of(ROWS);
    assertThat(all.after()).isEmpty();
    assertThat(all.behind(PARTITION).after()).contains(PARTITION);
    assertThat(all.behind(PARTITION).table()).isEqualTo(ROWS);
  }

  @Test
  void fenced_tables_are_not_walked() {
    assertRefused("table: shards (expected: a PLAIN table)", () -> PartitionWalk.of(SHARDS));
  }

  @Test
  void a_walk_does_not_go_on_behind_a_partition_of_another_table() {
    assertRefused(
        "after: lasting(name=p) (expected: a partition of rows)",
        () -> PartitionWalk.of(ROWS).behind(LASTING.partition(NAME.of("p"))));
  }
}
