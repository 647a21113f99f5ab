package io.messina.bench.peers;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;

/** The clients of one arm, in a process of their own. */
interface Load extends AutoCloseable {

  /** Prepares a round, before it is measured. */
  default void prepare(Duration length) throws Exception {}

  /** Runs for so long, and until all that is under way has been answered. */
  Answered run(Duration length) throws Exception;

  /**
   * Compares what was acknowledged, or handed out, with what the server has.
   *
   * @throws IllegalStateException with a sentence, where they differ
   */
  void check() throws Exception;

  @Override
  void close() throws IOException, SQLException;
}
