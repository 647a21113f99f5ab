package io.messina.cli.load;

/** Is told of each batch that is stored. For use by many threads. */
@FunctionalInterface
public interface SentBatches {

  /**
   * A batch is stored.
   *
   * @param events how many it has
   * @param duplicates the number of events that were stored before
   * @param nanos from its request to the answer
   */
  void sent(int events, int duplicates, long nanos);
}
