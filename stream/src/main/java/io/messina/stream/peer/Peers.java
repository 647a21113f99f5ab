package io.messina.stream.peer;

/** The way to the other nodes of a cluster. Safe for use by many threads. */
@FunctionalInterface
public interface Peers {

  /** For a node without others. */
  Peers NONE =
      address -> {
        throw new PeerException(address + ": there are no other nodes", false);
      };

  /**
   * What a node does for others. Each method of it may throw {@link PeerException} beside its own
   * exceptions, where no answer came.
   *
   * @param address what the node calls itself in the table of members
   * @return its shards' service
   */
  ShardService at(String address);
}
