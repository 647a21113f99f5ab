package io.messina.store.cql;

import static io.messina.store.cql.TablesForTests.ROWS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import io.messina.store.StoreUnavailableException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A node that does not know a table which others know. */
final class KeyspaceTablesTest {

  private final InvalidQueryException denial =
      new InvalidQueryException(NodeForTests.NODE, "table fault_rows does not exist");
  private final Requests requests =
      new Requests(
          Answering.as(CqlSession.class, this::answer), Duration.ofSeconds(60), Set.of("members"));
  private final KeyspaceTables tables = new KeyspaceTables("messina", requests);
  private boolean known = true;
  private boolean agreed;

  @Test
  void a_table_is_not_missing_before_the_nodes_agree_that_it_is() {
    assertThatThrownBy(this::useDenied).isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void it_is_missing_once_they_agree() {
    agreed = true;
    assertThatThrownBy(this::useDenied)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.code()).isEqualTo(Code.TABLE_MISSING));
  }

  private void useDenied() {
    tables.use(
        ROWS,
        open -> {
          known = false;
          throw denial;
        });
  }

  private @Nullable Object answer(String method) {
    return switch (method) {
      case "executeAsync" ->
          CompletableFuture.completedFuture(
              Answering.as(AsyncResultSet.class, any -> known ? declaration() : null));
      case "checkSchemaAgreementAsync" -> CompletableFuture.completedFuture(agreed);
      default -> null;
    };
  }

  private static Row declaration() {
    return Answering.as(Row.class, any -> ROWS.definition());
  }
}
