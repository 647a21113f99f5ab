package io.messina.store.cql;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.messina.store.Table;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A table that was found to exist as it is declared, with the statements that were prepared so far:
 * one of each form, of which there are as many as a declaration has forms of bounds. For use by
 * many threads.
 */
final class OpenTable {

  final Table table;
  final TableNames names;
  final TableStatements statements;
  final RowSizes sizes = new RowSizes();
  private final Requests requests;
  private final Map<String, PreparedStatement> prepared = new ConcurrentHashMap<>();

  OpenTable(TableNames names, Requests requests) {
    this.table = names.table();
    this.names = names;
    this.statements = new TableStatements(names);
    this.requests = requests;
  }

  /** A statement with all its places free. */
  Binding binding(String text) {
    PreparedStatement known = prepared.get(text);
    if (known == null) {
      known = requests.prepare(table.name(), text);
      prepared.put(text, known);
    }
    return new Binding(known);
  }

  /** Sends a read, or a write that may be repeated. */
  AsyncResultSet send(Statement<?> statement, long bytes) {
    return requests.send(table.name(), statement, bytes);
  }

  /** Sends a fenced write, once. */
  AsyncResultSet sendFenced(Statement<?> statement, long bytes) {
    return requests.sendFenced(table.name(), statement, bytes);
  }
}
