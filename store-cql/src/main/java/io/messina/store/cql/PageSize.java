package io.messina.store.cql;

/**
 * The number of rows to request at a time: the database counts rows, but memory is bounded in
 * bytes. A scan asks for as many rows as it wants at most. If it wants all, or no row was seen yet,
 * it begins with few and then asks for more. The largest row seen of late bounds a page, and no
 * page would be hundreds of megabytes even if all of its rows were suddenly large ones. For use by
 * one thread.
 */
final class PageSize {

  static final long PAGE_BYTES = 4L << 20;

  /** As many rows of a megabyte, the largest event, are a bearable page. */
  static final int ROWS_MAX = 128;

  private static final int ROWS_FIRST = 16;
  private static final int GROWTH = 4;

  private final RowSizes sizes;
  private int rows;
  private long largest;

  /**
   * Sizes of the pages of one scan.
   *
   * @param limit how many rows it wants at most; {@link Integer#MAX_VALUE} if all
   */
  PageSize(RowSizes sizes, int limit) {
    boolean wantsAll = limit == Integer.MAX_VALUE;
    this.sizes = sizes;
    this.rows =
        wantsAll || !sizes.isKnown() ? Math.min(limit, ROWS_FIRST) : Math.min(limit, ROWS_MAX);
  }

  /** Returns the number of rows of the next page. */
  int rows() {
    return (int) Math.max(1, Math.min(rows, PAGE_BYTES / expected()));
  }

  /** Returns the expected bytes of that page; many for a table of which nothing is known. */
  long bytes() {
    return sizes.isKnown() ? rows() * expected() : PAGE_BYTES;
  }

  /** Notes the size of the rows in a page. */
  void note(long largestRowBytes) {
    rows = Math.min(ROWS_MAX, rows * GROWTH);
    largest = Math.max(largestRowBytes, largest / 2);
    sizes.note(largestRowBytes);
  }

  private long expected() {
    return Math.max(largest, sizes.largest());
  }
}
