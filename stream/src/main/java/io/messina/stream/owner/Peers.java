package io.messina.stream.owner;

/** The connections to the other nodes of a cluster. Safe for use by many threads. */
@FunctionalInterface
public interface Peers {

  /** For a single node. */
  Peers NONE =
      address -> {
        throw new PeerException(address + ": there are no other nodes", false);
      };

  /**
   * Returns the service of another node. Each of its methods may throw {@link PeerException}, in
   * addition to its own exceptions, if no answer came, and {@link
   * io.messina.runtime.RequestException.Overloaded} if too much waits for the node.
   *
   * @param address of the node in the table of members
   */
  ShardService at(String address);

  /**
   * Whether other nodes may reach this one, as far as is known. While they do not it takes no
   * shards, as nobody could ask it for them.
   */
  default boolean isReached() {
    return true;
  }
}
