package io.messina.aggregate.snapshot;

/**
 * Opens places of one kind, such as buckets, for a server, which finds it as a service of {@link
 * java.util.ServiceLoader}. It has a public constructor without arguments, and is used by many
 * threads.
 */
public interface SnapshotPlaceFactory {

  /** The scheme of its locations, as {@code s3} in {@code s3://bucket}. */
  String scheme();

  /**
   * Opens a place, without asking it.
   *
   * @param location a URL of this scheme
   * @return to be closed
   * @throws IllegalArgumentException in one sentence, if the location has another form or lacks
   *     something
   */
  SnapshotPlace open(String location);
}
