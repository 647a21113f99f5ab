package io.messina.features.contents;

/**
 * The bounds of one read of a unique list: any number of older items may be between two that the
 * page shows. At the bound the page ends.
 *
 * @param rowsMax the number of rows, including the rows of earlier pages that it reads again
 * @param bytesMax the approximate number of bytes of values, including earlier pages
 * @param againMax the number of rows of earlier pages that it reads again; if there are more, it
 *     asks of each value whether an earlier page had it. At most half of {@code rowsMax}
 * @param asksMax the number of values of which it asks that
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

  /** The share of each of so many lists, which is enough to continue. */
  ReadBounds among(int lists) {
    return new ReadBounds(
        Math.max(rowsMax / lists, Math.min(rowsMax, 1_000)),
        Math.max(bytesMax / lists, Math.min(bytesMax, 1 << 20)),
        Math.max(againMax / lists, Math.min(againMax, 500)),
        Math.max(asksMax / lists, Math.min(asksMax, 20)));
  }

  /** The number of bytes of earlier pages that it reads again: at most half. */
  long againBytesMax() {
    return bytesMax / 2;
  }
}
