package io.messina.stream.consume;

import io.messina.stream.Receipt;
import io.messina.stream.catalog.GroupDefinition;
import java.util.List;

/** Appends what came of handling events. Safe for use by many threads. */
@FunctionalInterface
public interface OutputAppender {

  /**
   * Appends the outputs of one event; those that are there already are left as they are.
   *
   * @param group for which it was handled
   * @param receipt of the event
   * @param outputs what came of it, in the same order each time; at most 1,000
   * @throws io.messina.stream.StreamException where not all of them are known to be stored
   */
  void append(GroupDefinition group, Receipt receipt, List<Output> outputs);
}
