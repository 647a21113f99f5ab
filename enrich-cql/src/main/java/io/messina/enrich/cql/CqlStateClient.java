package io.messina.enrich.cql;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import io.messina.enrich.Included;
import io.messina.enrich.KeyedStateClient;
import io.messina.enrich.StateRefusedException;
import io.messina.enrich.StateRow;
import io.messina.enrich.WriteResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * States in an existing table of ScyllaDB or Apache Cassandra, which has one more column, of type
 * {@code text}: the last event that the row includes. It is written together with the state by a
 * lightweight transaction, which compares it with the value that was read; so a late write, from an
 * attempt that was given up or from another process, changes nothing, and a repeated event is
 * recognised. A row whose column is null counts as one that no event has changed yet, so that
 * existing rows are the initial states. Other writers of a state's columns must leave this column
 * alone, and may be overwritten.
 *
 * <p>Safe for use by many threads. The session must outlive it.
 *
 * @param <K> a key
 * @param <S> the state of a key
 */
public final class CqlStateClient<K, S> implements KeyedStateClient<K, S> {

  /** Below the positions of all events. */
  private static final long NO_EVENT = -1;

  private final CqlSession session;
  private final StateMapping<K, S> mapping;
  private final CqlTable table;
  private final long generation;
  private final PreparedStatement read;
  private final PreparedStatement insert;
  private final PreparedStatement update;

  /**
   * Prepares its statements.
   *
   * @param session of the driver, with a default keyspace unless the table names one
   * @param table which, and its columns
   * @param mapping of keys and states to columns
   * @param generation of the enrichment that runs
   * @throws com.datastax.oss.driver.api.core.DriverException if the table is not as described, or
   *     the database does not answer
   */
  public CqlStateClient(
      CqlSession session, CqlTable table, StateMapping<K, S> mapping, long generation) {
    this.session = session;
    this.mapping = mapping;
    this.table = table;
    this.generation = generation;
    String place = " WHERE " + equal(table.keyColumns(), " AND ");
    String write =
        "UPDATE "
            + table.name()
            + " SET "
            + equal(concat(table.stateColumns(), table.versionColumn()), ", ")
            + place
            + " IF "
            + quoted(table.versionColumn());
    this.read =
        session.prepare(
            "SELECT "
                + quoted(concat(table.stateColumns(), table.versionColumn()))
                + " FROM "
                + table.name()
                + place);
    this.insert = session.prepare(write + " = null");
    this.update = session.prepare(write + " = ?");
  }

  private static List<String> concat(List<String> columns, String last) {
    return Stream.concat(columns.stream(), Stream.of(last)).collect(Collectors.toList());
  }

  private static String equal(List<String> columns, String between) {
    return columns.stream()
        .map(column -> quoted(column) + " = ?")
        .collect(Collectors.joining(between));
  }

  private static String quoted(List<String> columns) {
    return columns.stream().map(CqlStateClient::quoted).collect(Collectors.joining(", "));
  }

  private static String quoted(String column) {
    return CqlIdentifier.fromInternal(column).asCql(true);
  }

  /** A serial read: it sees, or ends, a transaction whose answer was lost. */
  @Override
  public CompletionStage<@Nullable StateRow<S>> read(K key) {
    return CqlStateClient.<@Nullable StateRow<S>>ask(
        () ->
            session.executeAsync(
                read.bind(mapping.key(key).toArray())
                    .setConsistencyLevel(table.serialConsistency())
                    .setIdempotent(true)),
        rows -> row(rows.one()));
  }

  private @Nullable StateRow<S> row(@Nullable Row row) {
    if (row == null) {
      return null;
    }
    String version = row.getString(CqlIdentifier.fromInternal(table.versionColumn()));
    return version == null
        ? new StateRow<>(mapping.state(row), generation, NO_EVENT)
        : row(version, mapping.state(row));
  }

  /** The column has {@link StateRow#version}. */
  private static <S> StateRow<S> row(String version, S state) {
    int colon = version.indexOf(':');
    try {
      return new StateRow<>(
          state,
          Long.parseLong(version.substring(0, Math.max(0, colon))),
          Included.parse(version.substring(colon + 1)));
    } catch (IllegalArgumentException e) {
      throw new StateRefusedException(
          "version: " + version + " (expected: as 1:42, which only enrichments write)", e);
    }
  }

  @Override
  public CompletionStage<WriteResult> write(
      K key, @Nullable StateRow<S> expected, StateRow<S> row) {
    return ask(
        () -> {
          List<@Nullable Object> values = new ArrayList<>(stateValues(row.state()));
          values.add(row.version());
          values.addAll(mapping.key(key));
          PreparedStatement statement = insert;
          if (expected != null && expected.position() != NO_EVENT) {
            values.add(expected.version());
            statement = update;
          }
          // Not repeated by the driver: its own first attempt would look like somebody else's.
          return session.executeAsync(
              statement
                  .bind(values.toArray())
                  .setConsistencyLevel(table.consistency())
                  .setSerialConsistencyLevel(table.serialConsistency())
                  .setIdempotent(false));
        },
        answer -> answer.wasApplied() ? WriteResult.APPLIED : WriteResult.CONFLICT);
  }

  @Override
  public boolean isComparing() {
    return true;
  }

  private List<@Nullable Object> stateValues(@Nullable S state) {
    if (state == null) {
      return Collections.nCopies(table.stateColumns().size(), null);
    }
    Map<String, @Nullable Object> columns = mapping.columns(state);
    if (!table.stateColumns().containsAll(columns.keySet())) {
      throw new IllegalArgumentException(
          "columns: " + columns.keySet() + " (expected: some of " + table.stateColumns() + ")");
    }
    List<@Nullable Object> values = new ArrayList<>();
    for (String column : table.stateColumns()) {
      values.add(columns.get(column));
    }
    return values;
  }

  /** A statement or a value that is refused once is refused always. */
  private static <T extends @Nullable Object> CompletionStage<T> ask(
      Supplier<CompletionStage<AsyncResultSet>> request, Function<AsyncResultSet, T> answer) {
    try {
      return request
          .get()
          .thenApply(answer)
          .exceptionallyCompose(failed -> CompletableFuture.failedFuture(refused(cause(failed))));
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(
          new StateRefusedException(String.valueOf(e.getMessage()), e));
    }
  }

  private static Throwable refused(Throwable failed) {
    return failed instanceof QueryValidationException
        ? new StateRefusedException(String.valueOf(failed.getMessage()), failed)
        : failed;
  }

  private static Throwable cause(Throwable failed) {
    Throwable cause = failed.getCause();
    return failed instanceof CompletionException && cause != null ? cause : failed;
  }
}
