package io.messina.features.list;

/**
 * How much one read of a unique list may look at: any number of older items may stand between two
 * that the page shows. At the bound the page ends.
 *
 * @param rowsMax how many rows, those of earlier pages included that it reads again
 * @param bytesMax about how many bytes of values, those of earlier pages included
 * @param againMax how many rows of earlier pages it reads again; if there are more, it asks of each
 *     value whether an earlier page had it. At most half of {@code rowsMax}
 * @param asksMax of how many values it asks that
 */
record ReadBounds(int rowsMax, long bytesMax, int againMax, int asksMax) {

  /** A query for one value costs a database about as much as a hundred rows. */
  static final ReadBounds DEFAULT = new ReadBounds(10_000, 32 << 20, 5_000, 1_000);

  /** Checked bounds. */
  ReadBounds {
    if (againMax > rowsMax / 2 || againMax >= ItemPlace.Begun.FAR) {
      throw new IllegalArgumentException("againMax: " + againMax + " of " + rowsMax);
    }
  }

  /** The share of each of so many lists, which is enough to go on. */
  ReadBounds among(int lists) {
    return new ReadBounds(
        Math.max(rowsMax / lists, Math.min(rowsMax, 1_000)),
        Math.max(bytesMax / lists, Math.min(bytesMax, 1 << 20)),
        Math.max(againMax / lists, Math.min(againMax, 500)),
        Math.max(asksMax / lists, Math.min(asksMax, 20)));
  }

  /** How many bytes of earlier pages it reads again: at most half. */
  long againBytesMax() {
    return bytesMax / 2;
  }
}
