package io.messina.enrich.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The mapping of keys and states to the columns of a table. Its methods are called by threads of
 * the driver, so they must not wait.
 *
 * @param <K> a key
 * @param <S> the state of a key
 */
public interface StateMapping<K, S> extends Serializable {

  /**
   * The values of the columns of the primary key.
   *
   * @param key of events
   * @return as many as there are key columns, in their order
   */
  List<Object> key(K key);

  /**
   * The state in a row.
   *
   * @param row with the columns of the state
   * @return the state in the columns; each may be null
   */
  S state(Row row);

  /**
   * The columns of a state. Of the table's columns of a state, one that is not among them loses its
   * value; all other columns keep theirs.
   *
   * @param state to write
   * @return by name; null deletes the value
   */
  Map<String, @Nullable Object> columns(S state);
}
