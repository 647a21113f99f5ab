package io.messina.enrich.cql;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.io.Serializable;
import java.util.List;

/**
 * A table with the states of keys. The column of the version is made by {@code ALTER TABLE … ADD
 * messina_version text}.
 *
 * @param name as CQL has it, with a keyspace or without
 * @param keyColumns all columns of the primary key, in their order, without quotes
 * @param stateColumns the columns that hold a state, without quotes
 * @param versionColumn of type {@code text}; no other application writes it
 * @param serialConsistency of transactions: {@code LOCAL_SERIAL} where all writers are in one data
 *     center, else {@code SERIAL}. Writes are acknowledged by {@code LOCAL_QUORUM}, or {@code
 *     QUORUM}, so that readers with the same consistency see them
 */
public record CqlTable(
    String name,
    List<String> keyColumns,
    List<String> stateColumns,
    String versionColumn,
    DefaultConsistencyLevel serialConsistency)
    implements Serializable {

  /**
   * Checks that there are columns.
   *
   * @throws IllegalArgumentException if there is no key column, no state column, or a consistency
   *     level that is not serial
   */
  public CqlTable {
    keyColumns = List.copyOf(keyColumns);
    stateColumns = List.copyOf(stateColumns);
    if (keyColumns.isEmpty() || stateColumns.isEmpty()) {
      throw new IllegalArgumentException("columns: none (expected: of the key, and of the state)");
    }
    if (!serialConsistency.isSerial()) {
      throw new IllegalArgumentException(
          "serial consistency: " + serialConsistency + " (expected: SERIAL or LOCAL_SERIAL)");
    }
  }

  DefaultConsistencyLevel consistency() {
    return serialConsistency == DefaultConsistencyLevel.LOCAL_SERIAL
        ? DefaultConsistencyLevel.LOCAL_QUORUM
        : DefaultConsistencyLevel.QUORUM;
  }

  /**
   * A table whose column of the version is {@code messina_version}, in one data center.
   *
   * @param name as CQL has it
   * @param keyColumns of the primary key
   * @param stateColumns of the state
   */
  public CqlTable(String name, List<String> keyColumns, List<String> stateColumns) {
    this(name, keyColumns, stateColumns, "messina_version", DefaultConsistencyLevel.LOCAL_SERIAL);
  }
}
