package io.messina.stream.record;

/**
 * Which part of a source's batch a row contains, if the batch takes several rows. A row begins with
 * the rest of at most one batch, and ends with the beginning of at most one.
 *
 * @param firstIndex the index of the row's first event in its batch, from 0
 * @param goesOn whether the batch of the row's last event continues in a later row
 */
public record BatchPart(int firstIndex, boolean goesOn) {

  /** A row that contains all of each of its batches. */
  public static final BatchPart WHOLE = new BatchPart(0, false);

  /**
   * Checks the index.
   *
   * @throws IllegalArgumentException if it is out of bounds
   */
  public BatchPart {
    if (firstIndex < 0 || firstIndex > Integer.MAX_VALUE >> 1) {
      throw new IllegalArgumentException(
          "first index: " + firstIndex + " (expected: from 0 to " + (Integer.MAX_VALUE >> 1) + ")");
    }
  }

  static BatchPart unpack(int packed) {
    return new BatchPart(packed >>> 1, (packed & 1) != 0);
  }

  int packed() {
    return firstIndex << 1 | (goesOn ? 1 : 0);
  }
}
