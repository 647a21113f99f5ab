package io.messina.store.cql.probe;

/**
 * The limits of a cluster: of each the smallest that any node has. A limit that no node tells is
 * taken to be Cassandra's default.
 *
 * @param frameBytesMax a request as it is sent
 * @param mutationBytesMax the largest change by one write in one partition
 */
public record ServerLimits(long frameBytesMax, long mutationBytesMax) {

  /** The defaults of Cassandra. */
  public static final ServerLimits STANDARD = new ServerLimits(16L << 20, 16L << 20);

  /** The smaller of each. */
  ServerLimits and(ServerLimits other) {
    return new ServerLimits(
        Math.min(frameBytesMax, other.frameBytesMax),
        Math.min(mutationBytesMax, other.mutationBytesMax));
  }
}
