package io.messina.flink.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import io.messina.enrich.cql.CqlStateClient;
import io.messina.enrich.cql.CqlTable;
import io.messina.enrich.cql.StateMapping;
import io.messina.flink.enrichment.StateClients;
import org.apache.flink.util.function.SerializableSupplier;

/**
 * States in a table of ScyllaDB or Apache Cassandra, which may exist already: {@link
 * CqlStateClient} lists its requirements. Each subtask has a session of the driver.
 *
 * @param <K> a key
 * @param <S> the state of a key
 */
public final class CqlStates<K, S> implements StateClients<K, S> {

  private static final long serialVersionUID = 1L;

  private final SerializableSupplier<CqlSession> sessions;
  private final CqlTable table;
  private final StateMapping<K, S> mapping;

  /**
   * States of a table.
   *
   * @param sessions connects to the database; called by each subtask as it starts
   * @param table which, and its columns
   * @param mapping of keys and states to columns; is serialized with the job
   */
  public CqlStates(
      SerializableSupplier<CqlSession> sessions, CqlTable table, StateMapping<K, S> mapping) {
    this.sessions = sessions;
    this.table = table;
    this.mapping = mapping;
  }

  @Override
  public Opened<K, S> open(long generation) {
    CqlSession session = sessions.get();
    try {
      return new Opened<>(new CqlStateClient<>(session, table, mapping, generation), session);
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }
}
