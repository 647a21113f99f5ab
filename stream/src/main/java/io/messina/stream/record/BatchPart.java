package io.messina.stream.record;

/**
 * Which part of a source's batch a row has, where the batch takes several rows. A row begins with
 * the rest of at most one batch, and ends with the begin of at most one.
 *
 * @param firstIndex which one of its batch the row's first event is, from 0
 * @param goesOn whether the batch of the row's last event goes on in a later row
 */
public record BatchPart(int firstIndex, boolean goesOn) {

  /** A row that has all of each of its batches. */
  public static final BatchPart WHOLE = new BatchPart(0, false);

  /**
   * A checked part.
   *
   * @throws IllegalArgumentException where the index is out of its bounds
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
