package io.messina.store.cql;

import io.messina.store.Table;
import io.messina.store.cql.probe.DatabaseProduct;

/** The statements that make the tables of a {@link CqlStore}, for people to read and to run. */
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
}
