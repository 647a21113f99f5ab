package io.messina.stream.group;

import io.messina.stream.ClaimAddress;
import io.messina.stream.Output;
import io.messina.stream.catalog.CatalogGroup;
import java.util.List;

/** Appends the outputs of handled events. Safe for use by many threads. */
@FunctionalInterface
public interface OutputAppender {

  /**
   * Appends the outputs of one event. Outputs that are already stored are not replaced.
   *
   * @param group for which it was handled
   * @param receipt of the event
   * @param outputs in the same order on each attempt; at most 1,000
   * @throws io.messina.runtime.RequestException if not all of them are known to be stored
   */
  void append(CatalogGroup group, ClaimAddress receipt, List<Output> outputs);
}
