package io.messina.aggregate.s3;

import io.messina.aggregate.snapshot.S3Location;
import io.messina.aggregate.snapshot.SnapshotPlace;
import io.messina.aggregate.snapshot.SnapshotPlaceFactory;

/**
 * Opens buckets. The AWS SDK finds the credentials: in properties of the JVM, the environment, its
 * files, or the machine.
 */
public final class S3SnapshotPlaceFactory implements SnapshotPlaceFactory {

  /** For {@link java.util.ServiceLoader}. */
  public S3SnapshotPlaceFactory() {}

  @Override
  public String scheme() {
    return S3Location.SCHEME;
  }

  /**
   * Opens a place, without asking it.
   *
   * @param location {@code s3://bucket/prefix?endpoint=…&region=…&path_style=true}, all but the
   *     bucket may be left out: the endpoint of Amazon S3, the region of the process, or {@code
   *     us-east-1} with another endpoint, and the bucket as part of the host name
   * @throws IllegalArgumentException if the location has another form, or no region is known
   */
  @Override
  public SnapshotPlace open(String location) {
    return S3SnapshotPlace.open(location);
  }
}
