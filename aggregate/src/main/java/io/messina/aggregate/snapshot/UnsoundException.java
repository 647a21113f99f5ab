package io.messina.aggregate.snapshot;

import org.jspecify.annotations.Nullable;

/** An object does not have the content that the snapshot needs, and will never have it. */
final class UnsoundException extends SnapshotException {

  private static final long serialVersionUID = 1L;

  private final String object;

  UnsoundException(String object, String why, @Nullable Throwable cause) {
    super(object + ": " + why, cause);
    this.object = object;
  }

  String object() {
    return object;
  }
}
