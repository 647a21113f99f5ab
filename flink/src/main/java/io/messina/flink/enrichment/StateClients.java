package io.messina.flink.enrichment;

import io.messina.enrich.KeyedStateClient;
import java.io.Serializable;

/**
 * Opens the client by which a subtask reads and writes states. It is shipped with the job, so it
 * holds names and addresses, and no connections.
 *
 * @param <K> a key
 * @param <S> the state of a key
 */
@FunctionalInterface
public interface StateClients<K, S> extends Serializable {

  /**
   * Connects. Called by a task thread as it starts, once for each subtask and attempt.
   *
   * @param generation of the job's positions
   * @return a client, and an object that closes its connections
   * @throws Exception where there is no connection: the task fails, and is started again as the
   *     job's restart strategy says
   */
  Opened<K, S> open(long generation) throws Exception;

  /**
   * A client that is open.
   *
   * @param client reads and writes states; its writes are fenced, as writes of an attempt that
   *     failed may arrive late
   * @param closing called once, as the task ends
   * @param <K> a key
   * @param <S> the state of a key
   */
  record Opened<K, S>(KeyedStateClient<K, S> client, AutoCloseable closing) {}
}
