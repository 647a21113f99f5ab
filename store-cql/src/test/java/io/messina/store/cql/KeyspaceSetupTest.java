package io.messina.store.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.messina.store.Column;
import io.messina.store.StoreException;
import io.messina.store.Table;
import io.messina.store.cql.probe.ClusterProbe;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlSessions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On a real database. */
final class KeyspaceSetupTest {

  private static final CqlOptions OPTIONS =
      KeyspaceForTests.options()
          .withKeyspace("table") // a word that CQL reserves
          .withRequestTimeout(Duration.ofSeconds(60));
  private static final Column<String> NAME = Column.ofText("name");
  private static final Table FIRST = Table.plain("first").partitionedBy(NAME).build();
  private static final Table SECOND = Table.fenced("second").partitionedBy(NAME).build();

  @Test
  void what_is_missing_is_made_once_and_what_differs_is_told() {
    assertThat(KeyspaceSetup.apply(OPTIONS, List.of(FIRST)))
        .isEqualTo(new KeyspaceSetup(true, List.of("first"), List.of()));
    assertThat(KeyspaceSetup.apply(OPTIONS, List.of(FIRST, SECOND)))
        .isEqualTo(new KeyspaceSetup(false, List.of("second"), List.of("first")));
    assertThat(KeyspaceSetup.apply(OPTIONS, List.of(FIRST, SECOND)))
        .isEqualTo(new KeyspaceSetup(false, List.of(), List.of("first", "second")));

    Table other = Table.plain("first").partitionedBy(Column.ofInt("number")).build();
    assertThatThrownBy(() -> KeyspaceSetup.apply(OPTIONS, List.of(other)))
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.code()).isEqualTo(StoreException.Code.TABLE_DIFFERS))
        .hasMessageContainingAll("table.first", FIRST.definition(), other.definition());
  }

  @Test
  void beside_a_table_of_somebody_else_nothing_is_made_and_nothing_is_asked_of_him() {
    KeyspaceSetup.apply(OPTIONS, List.of());
    try (CqlSession session = CqlSessions.open(OPTIONS)) {
      session.execute(
          SimpleStatement.newInstance(
                  "CREATE TABLE \"table\".second (feature blob PRIMARY KEY)"
                      + " WITH default_time_to_live = 600 AND read_repair = 'NONE'")
              .setTimeout(Duration.ofSeconds(60)));
    }
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> KeyspaceSetup.apply(OPTIONS, List.of(FIRST, SECOND)))
          .isInstanceOfSatisfying(
              StoreException.class,
              e -> assertThat(e.code()).isEqualTo(StoreException.Code.TABLE_DIFFERS))
          .hasMessageContaining("table.second")
          .hasMessageNotContaining("ALTER");
    }
    try (CqlStore store = CqlStore.open(OPTIONS, InstantSource.system())) {
      assertThatThrownBy(() -> store.requireNoStrangers(List.of(FIRST, SECOND)))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("table.second");
      assertThatThrownBy(() -> store.get(FIRST.partition(NAME.of("a")).row()))
          .isInstanceOfSatisfying(
              StoreException.class,
              e -> assertThat(e.code()).isEqualTo(StoreException.Code.TABLE_MISSING));
    }
    assertThat(ClusterProbe.examineThoroughly(OPTIONS, List.of(FIRST, SECOND)).findings())
        .noneMatch(found -> found.toString().contains("ALTER"));
  }

  @BeforeEach
  @AfterEach
  void drop() {
    try (CqlSession session = CqlSessions.open(OPTIONS)) {
      session.execute(
          SimpleStatement.newInstance("DROP KEYSPACE IF EXISTS \"table\"")
              .setTimeout(Duration.ofSeconds(60)));
    }
  }
}
