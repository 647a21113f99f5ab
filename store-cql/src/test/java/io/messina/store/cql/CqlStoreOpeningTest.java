package io.messina.store.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.PartitionLocations.Stability;
import io.messina.store.StoreException;
import io.messina.store.cql.session.CqlOptions;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** On a real database. */
final class CqlStoreOpeningTest {

  @Test
  void a_missing_keyspace_is_refused_in_one_sentence() {
    CqlOptions options = KeyspaceForTests.options().withKeyspace("never_made");

    assertThatThrownBy(() -> CqlStore.open(options, InstantSource.system()).close())
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.code()).isEqualTo(StoreException.Code.MISCONFIGURED))
        .hasMessageStartingWith("there is no keyspace never_made: make it by");
  }

  @Test
  void clocks_can_be_examined_at_any_time_and_homes_are_known() {
    try (CqlStore store = CqlStore.open(KeyspaceForTests.options(), InstantSource.system())) {
      assertThat(store.examineClocks().clocks()).isNotEmpty();
      assertThat(store.locations().homes()).isNotEmpty();
      assertThat(store.locations().stability()).isNotEqualTo(Stability.UNKNOWN);
    }
  }
}
