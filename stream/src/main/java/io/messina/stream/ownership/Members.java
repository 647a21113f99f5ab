package io.messina.stream.ownership;

import java.util.List;

/** The members of a cluster, as one of them knows them. Safe for use by many threads. */
public interface Members {

  /** Returns this process. */
  NodeId here();

  /**
   * Returns all living members, this process among them once it has seen itself, as of a moment
   * ago. A member that has died is among them until its lease has ended.
   */
  List<NodeId> living();

  /**
   * Reads all members from the store: those that have died lately are among them.
   *
   * @throws io.messina.store.StoreException if it does not answer
   */
  List<NodeId> read();

  /** Whether this process is a member at this moment, as far as its clocks tell. */
  boolean isMember();

  /** Whether it is, and knows the others by now. */
  boolean isAware();
}
