package io.messina.store.cql;

import io.messina.store.Table;
import io.messina.store.cql.probe.DatabaseProduct;
import java.util.Optional;

/** The statements that make what a {@link CqlStore} needs, for people to read and to run. */
public final class CqlSchema {

  private CqlSchema() {}

  /**
   * The statement that makes a table, unless there is one of that name.
   *
   * @param keyspace the keyspace, which must exist
   * @param table the declaration, which becomes the comment of the table
   * @param product the database that it is for
   * @return one statement of CQL in several lines, without a semicolon
   */
  public static String createTable(String keyspace, Table table, DatabaseProduct.Kind product) {
    return TableDefinition.of(keyspace, table, product);
  }

  /**
   * How a table is to be compacted.
   *
   * @param table the declaration
   * @return the option as {@link #createTable} has it; empty where that is left to the database
   */
  public static Optional<String> compaction(Table table) {
    return TableDefinition.compaction(table);
  }
}
