package io.messina.stream.owner;

import io.messina.store.Bytes;

/** Answers the questions of other nodes to an engine of this one. Safe for use by many threads. */
@FunctionalInterface
public interface Answerer {

  /**
   * Answers a question; an exception is an answer, too.
   *
   * @param question as the engine of another node wrote it, perhaps in another version
   * @return the answer, of a few MiB at most
   */
  Bytes answer(Bytes question);
}
