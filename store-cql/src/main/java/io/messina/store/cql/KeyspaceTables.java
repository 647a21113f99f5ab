package io.messina.store.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The tables of the keyspace. A table's declaration is its comment, so that every user can tell
 * whether it is the intended table. For use by many threads.
 */
final class KeyspaceTables {

  private static final String COMMENT =
      "SELECT comment FROM system_schema.tables WHERE keyspace_name = ? AND table_name = ?";

  private static final String COMMENTS =
      "SELECT table_name, comment FROM system_schema.tables WHERE keyspace_name = ?";

  private static final int LOOKUP_BYTES = 1024;
  private static final Pattern SIZE = Pattern.compile("too large|oversized|exceed|larger than");

  private final String keyspace;
  private final Requests requests;
  private final Map<Table, OpenTable> open = new ConcurrentHashMap<>();

  KeyspaceTables(String keyspace, Requests requests) {
    this.keyspace = keyspace;
    this.requests = requests;
  }

  /**
   * Uses a table that exists as it is declared.
   *
   * @throws StoreException with code {@link Code#TABLE_MISSING} or {@link Code#TABLE_DIFFERS}
   */
  <T> T use(Table table, Function<OpenTable, T> use) {
    OpenTable known = open.get(table);
    try {
      return use.apply(known == null ? found(table) : known);
    } catch (QueryValidationException e) {
      throw refused(table, e);
    }
  }

  /** Whether a table exists as it is declared. */
  boolean exists(Table table) {
    Optional<String> definition = definition(table);
    definition.ifPresent(text -> requireEqual(table, text));
    return definition.isPresent();
  }

  /**
   * Makes sure that any table under one of these names is the intended one.
   *
   * @throws StoreException with code {@link Code#TABLE_DIFFERS}
   */
  void requireNoStrangers(List<Table> wanted) {
    SimpleStatement lookup = SimpleStatement.newInstance(COMMENTS, keyspace).setIdempotent(true);
    Map<String, String> comments = new HashMap<>();
    requests
        .send("tables", lookup, (long) LOOKUP_BYTES * wanted.size())
        .currentPage()
        .forEach(row -> comments.put(row.getString(0), comment(row, 1)));
    for (Table table : wanted) {
      String found = comments.get(table.name());
      if (found != null) {
        requireEqual(table, found);
      }
    }
  }

  private static String comment(Row row, int column) {
    String comment = row.getString(column);
    return comment == null ? "" : comment;
  }

  private OpenTable found(Table table) {
    if (isMissing(table)) {
      throw missing(table);
    }
    return open.computeIfAbsent(
        table, key -> new OpenTable(new TableNames(keyspace, key), requests));
  }

  /** A node may be the last to hear of a table, and deny it until then. */
  private boolean isMissing(Table table) {
    return !exists(table) && !existsWhereNodesAgree(table);
  }

  private boolean existsWhereNodesAgree(Table table) {
    if (!SchemaAgreement.isReached(requests)) {
      throw new StoreUnavailableException(
          table.name() + ": not known to all nodes, which do not agree on the schema yet");
    }
    return exists(table);
  }

  private Optional<String> definition(Table table) {
    SimpleStatement lookup =
        SimpleStatement.newInstance(COMMENT, keyspace, table.name()).setIdempotent(true);
    Row row = requests.send(table.name(), lookup, LOOKUP_BYTES).one();
    return row == null ? Optional.empty() : Optional.of(comment(row, 0));
  }

  private void requireEqual(Table table, String definition) {
    if (!definition.equals(table.definition())) {
      throw new StoreException(
          Code.TABLE_DIFFERS,
          keyspace
              + "."
              + table.name()
              + " exists with another definition: "
              + (definition.isEmpty() ? "none in its comment" : definition)
              + " (expected: "
              + table.definition()
              + ")");
    }
  }

  /** The failure that a refused statement means, which its text alone does not tell. */
  private StoreException refused(Table table, QueryValidationException refusal) {
    open.remove(table);
    if (isMissing(table)) {
      return missing(table);
    }
    String message = table.name() + ": refused: " + refusal.getMessage();
    if (SIZE.matcher(message.toLowerCase(Locale.ROOT)).find()) {
      return new StoreException(Code.LIMIT_EXCEEDED, message, refusal);
    }
    // A node that starts, or learns late of a change of the schema, soon accepts the statement.
    return new StoreUnavailableException(
        refusal instanceof UnauthorizedException
            ? message + " (GRANT what it names, if that stays so)"
            : message,
        refusal);
  }

  private StoreException missing(Table table) {
    return new StoreException(
        Code.TABLE_MISSING,
        keyspace + "." + table.name() + " was never created (messina schema apply makes it)");
  }
}
