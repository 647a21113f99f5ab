package io.messina.stream.record;

/** Bytes that are not valid; becomes a {@link DamagedBatch}. */
final class DamageException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String reason;

  DamageException(String reason) {
    super(reason);
    this.reason = reason;
  }

  String reason() {
    return reason;
  }

  static void checkBetween(String what, long actual, long min, long max) throws DamageException {
    if (actual < min || actual > max) {
      throw new DamageException(
          what + ": " + actual + " (expected: from " + min + " to " + max + ")");
    }
  }
}
