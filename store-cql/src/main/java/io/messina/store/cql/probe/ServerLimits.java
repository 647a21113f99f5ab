package io.messina.store.cql.probe;

/**
 * What the nodes of a cluster accept: of each limit the smallest that any node has. What no node
 * tells is taken to be what Cassandra has unless configured.
 *
 * @param frameBytesMax a request as it is sent
 * @param mutationBytesMax what one write changes in one partition
 */
public record ServerLimits(long frameBytesMax, long mutationBytesMax) {

  /** What Cassandra has unless configured. */
  public static final ServerLimits STANDARD = new ServerLimits(16L << 20, 16L << 20);

  /** The smaller of each. */
  ServerLimits and(ServerLimits other) {
    return new ServerLimits(
        Math.min(frameBytesMax, other.frameBytesMax),
        Math.min(mutationBytesMax, other.mutationBytesMax));
  }
}
