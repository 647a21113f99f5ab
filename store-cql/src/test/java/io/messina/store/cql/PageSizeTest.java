package io.messina.store.cql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PageSizeTest {

  private static final int ALL = Integer.MAX_VALUE;
  private static final long LARGEST_ROW = 1L << 20;

  /** What one page may hold if large rows come where only small ones were seen. */
  private static final long SURPRISE_MAX = 128L << 20;

  @Test
  void pages_of_small_rows_grow() {
    PageSize size = new PageSize(new RowSizes(), ALL);
    int first = size.rows();
    size.note(200);
    assertThat(size.rows()).isGreaterThan(first);
    size.note(200);
    size.note(200);
    assertThat(size.rows()).isEqualTo(PageSize.ROWS_MAX);
  }

  @Test
  void after_one_page_of_large_rows_pages_hold_as_many_as_are_meant() {
    PageSize size = new PageSize(new RowSizes(), ALL);
    size.note(200);
    size.note(200);
    size.note(LARGEST_ROW);
    assertThat(size.rows() * LARGEST_ROW).isEqualTo(PageSize.PAGE_BYTES);
  }

  @Test
  void large_rows_of_a_table_are_known_to_its_next_scan() {
    RowSizes sizes = new RowSizes();
    new PageSize(sizes, ALL).note(LARGEST_ROW);
    assertThat(new PageSize(sizes, ALL).rows() * LARGEST_ROW).isEqualTo(PageSize.PAGE_BYTES);
  }

  @Test
  void no_page_is_hundreds_of_megabytes_even_if_all_its_rows_are_large_after_small_ones() {
    PageSize size = new PageSize(new RowSizes(), ALL);
    for (int page = 0; page < 100; page++) {
      assertThat(size.rows() * LARGEST_ROW).isLessThanOrEqualTo(SURPRISE_MAX);
      size.note(200);
    }
  }

  @Test
  void rows_that_are_wanted_are_asked_for_at_once_as_far_as_one_page_may_hold() {
    RowSizes sizes = new RowSizes();
    sizes.note(200);
    assertThat(new PageSize(sizes, 1).rows()).isEqualTo(1);
    assertThat(new PageSize(sizes, 100).rows()).isEqualTo(100);
    assertThat(new PageSize(sizes, 10_000).rows()).isEqualTo(PageSize.ROWS_MAX);
    sizes.note(LARGEST_ROW);
    assertThat(new PageSize(sizes, 100).rows() * LARGEST_ROW).isEqualTo(PageSize.PAGE_BYTES);
  }

  @Test
  void of_a_table_of_which_nothing_is_known_few_rows_are_asked_for_and_many_bytes_expected() {
    PageSize size = new PageSize(new RowSizes(), 10_000);
    assertThat(size.rows()).isLessThan(PageSize.ROWS_MAX);
    assertThat(size.bytes()).isEqualTo(PageSize.PAGE_BYTES);
    size.note(200);
    assertThat(size.bytes()).isLessThan(PageSize.PAGE_BYTES);
  }

  @Test
  void large_rows_are_forgotten_in_time() {
    PageSize size = new PageSize(new RowSizes(), ALL);
    size.note(LARGEST_ROW);
    for (int page = 0; page < 500; page++) {
      size.note(200);
    }
    assertThat(size.rows()).isEqualTo(PageSize.ROWS_MAX);
  }
}
