package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowCacheTest {

  private static final String TABLE = "scores";
  private static final byte[] KEY = {0, 0, 0, 1, 1};
  private static final byte[] VALUE = {9};

  private final RowCache cache = new RowCache(64 * 1024);

  @Test
  void a_row_that_was_read_is_held_until_its_key_is_written() {
    keep(KEY, VALUE);

    assertThat(held(KEY)).isSameAs(VALUE);

    cache.block(TABLE, KEY);
    assertThat(held(KEY)).isNull();
    cache.unblock(KEY);
    assertThat(held(KEY)).isNull();
  }

  @Test
  void what_was_read_before_a_write_is_not_held_after_it() {
    RowCache.Place seen = cache.at(KEY);
    cache.block(TABLE, KEY);
    cache.keep(seen, TABLE, KEY, VALUE);
    cache.unblock(KEY);
    cache.keep(seen, TABLE, KEY, VALUE);

    assertThat(held(KEY)).isNull();
  }

  @Test
  void what_is_read_during_a_write_is_not_held_also_if_the_write_never_ends() {
    cache.block(TABLE, KEY);
    RowCache.Place seen = cache.at(KEY);
    cache.keep(seen, TABLE, KEY, VALUE);
    assertThat(held(KEY)).isNull();

    cache.unblock(KEY);
    cache.keep(seen, TABLE, KEY, VALUE);
    assertThat(held(KEY)).isNull();
  }

  @Test
  void rows_of_several_tables_and_keys_are_told_apart() {
    byte[] other = {0, 0, 0, 1, 2};
    keep(KEY, VALUE);
    keep(other, new byte[] {8});

    assertThat(held(KEY)).isEqualTo(VALUE);
    assertThat(held(other)).isEqualTo(new byte[] {8});
    assertThat(cache.at(KEY).find("others", KEY)).isNull();
  }

  @Test
  void of_rows_that_fall_together_the_last_four_are_held() {
    for (byte i = 1; i <= 5; i++) {
      keep(new byte[] {0, 0, 0, 1, i}, new byte[] {i});
    }

    assertThat(held(KEY)).isNull();
    for (byte i = 2; i <= 5; i++) {
      assertThat(held(new byte[] {0, 0, 0, 1, i})).isEqualTo(new byte[] {i});
    }
  }

  @Test
  void while_a_key_is_written_others_of_its_place_are_held_and_afterwards_too() {
    byte[] other = {0, 0, 0, 1, 2};
    keep(KEY, VALUE);
    keep(other, VALUE);

    cache.block(TABLE, KEY);
    assertThat(held(other)).isSameAs(VALUE);
    cache.block(TABLE, other);
    assertThat(held(other)).isNull();
    cache.unblock(KEY);
    cache.unblock(other);
    assertThat(held(KEY)).isNull();
    keep(KEY, VALUE);
    cache.block("others", KEY);
    cache.unblock(KEY);
    assertThat(held(KEY)).isSameAs(VALUE);
  }

  @Test
  void large_rows_are_not_held() {
    keep(KEY, new byte[RowCache.ROW_BYTES_MAX]);

    assertThat(held(KEY)).isNull();
  }

  private void keep(byte[] key, byte[] value) {
    cache.keep(cache.at(key), TABLE, key, value);
  }

  private byte @Nullable [] held(byte[] key) {
    return cache.at(key).find(TABLE, key);
  }
}
