package io.messina.store.cql.probe;

import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.util.stream.Collectors;

/**
 * A table of fenced writes, and statements on a partition of it that does not exist.
 *
 * @param table as the database has it
 */
record FencedTable(TableMetadata table) {

  private static final String FENCE = "fence";

  /** No fence looks like this. */
  private static final String NEVER = "'examination'";

  static boolean isOne(TableMetadata table) {
    return table.getColumn(FENCE).filter(ColumnMetadata::isStatic).isPresent();
  }

  String read() {
    return "SELECT " + FENCE + " FROM " + name() + " WHERE " + partition();
  }

  String condition() {
    return "UPDATE "
        + name()
        + " SET "
        + FENCE
        + " = "
        + NEVER
        + " WHERE "
        + partition()
        + " IF "
        + FENCE
        + " = "
        + NEVER;
  }

  private String name() {
    return table.getKeyspace().asCql(true) + "." + table.getName().asCql(true);
  }

  private String partition() {
    return table.getPartitionKey().stream()
        .map(column -> column.getName().asCql(true) + " = " + literal(column))
        .collect(Collectors.joining(" AND "));
  }

  private static String literal(ColumnMetadata column) {
    DataType type = column.getType();
    if (type.equals(DataTypes.TEXT)) {
      return NEVER;
    }
    if (type.equals(DataTypes.BLOB)) {
      return "0x00";
    }
    if (type.equals(DataTypes.BOOLEAN)) {
      return "false";
    }
    return type.equals(DataTypes.UUID) ? "00000000-0000-0000-0000-000000000000" : "-1";
  }
}
