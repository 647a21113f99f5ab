package io.messina.store.cql.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DatabaseProductTest {

  private static final CqlOptions OPTIONS = CqlUrl.parse("cql://a/k?dc=it''s%20west");

  @ParameterizedTest
  @CsvSource({"5.0.9, true", "4.1-SNAPSHOT, true", "4.0.13, false", "5, true", "odd, false"})
  void versions_are_compared_by_their_numbers(String version, boolean expected) {
    assertThat(new DatabaseProduct(DatabaseProduct.Kind.CASSANDRA, version).isAtLeast(4, 1))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"5.4.1, false", "6.2.0, true", "2025.3.1, true", "2025.4.0, false"})
  void tablets_are_switched_off_where_they_forbid_conditional_writes(
      String version, boolean expected) {
    String statement =
        KeyspaceStatements.create(
            OPTIONS, new DatabaseProduct(DatabaseProduct.Kind.SCYLLA, version));

    assertThat(statement.endsWith(" AND tablets = {'enabled': false}")).isEqualTo(expected);
  }

  @Test
  void names_are_quoted_as_cql_wants_them() {
    assertThat(KeyspaceStatements.alter(OPTIONS)).contains("'it''''s west': 3");
    assertThat(KeyspaceStatements.grant("SELECT", OPTIONS, "o\"o"))
        .isEqualTo("GRANT SELECT ON KEYSPACE k TO \"o\"\"o\"");
  }
}
