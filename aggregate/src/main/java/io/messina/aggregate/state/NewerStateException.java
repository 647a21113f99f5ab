package io.messina.aggregate.state;

/** A later version of Messina wrote the state of a shard: it is not damaged, and stays as it is. */
final class NewerStateException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  NewerStateException(int found, int newest) {
    super(
        "version %d of the state (expected: %d): use the version of Messina that wrote it, or a newer one"
            .formatted(found, newest));
  }
}
