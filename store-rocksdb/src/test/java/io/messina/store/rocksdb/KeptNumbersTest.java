package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KeptNumbersTest {

  private static final int PLACE_BYTES = 20;

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void find() {
    file = folder.resolve("acknowledged");
  }

  @Test
  void numbers_go_up_and_down() throws IOException {
    set(1, 7, 8, 3, 0, 5);
    try (KeptNumbers numbers = KeptNumbers.open(folder, 2)) {
      assertThat(numbers.get(0)).isZero();
      assertThat(numbers.get(1)).isEqualTo(5);
    }
  }

  @Test
  void a_number_that_was_half_written_leaves_the_one_before() throws IOException {
    for (long last = 7; last < 9; last++) {
      set(0, 6);
      byte[] before = Files.readAllBytes(file);
      set(0, last);
      byte[] after = Files.readAllBytes(file);
      // the number is there, its checksum is not yet
      int changed = 0;
      while (before[changed] == after[changed]) {
        changed++;
      }
      int checksum = changed - (changed - Long.BYTES) % PLACE_BYTES + 2 * Long.BYTES;
      System.arraycopy(before, checksum, after, checksum, Integer.BYTES);
      Files.write(file, after);
      try (KeptNumbers numbers = KeptNumbers.open(folder, 2)) {
        assertThat(numbers.get(0)).isEqualTo(6);
      }
    }
  }

  @Test
  void a_file_without_a_whole_number_is_refused() throws IOException {
    set(0, 6, 7);
    byte[] bytes = Files.readAllBytes(file);
    bytes[Long.BYTES] ^= 1;
    bytes[Long.BYTES + PLACE_BYTES] ^= 1;
    Files.write(file, bytes);
    assertThatThrownBy(() -> KeptNumbers.open(folder, 2))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.code()).isEqualTo(StoreException.Code.DAMAGED))
        .hasMessageContaining(file + " is damaged");
  }

  @Test
  void the_number_of_a_former_version_is_the_last_one() throws IOException {
    Files.write(file, ByteBuffer.allocate(Long.BYTES).putLong(42).array());
    try (KeptNumbers numbers = KeptNumbers.open(folder, 2)) {
      assertThat(numbers.get(0)).isZero();
      assertThat(numbers.get(1)).isEqualTo(42);
      assertThat(file).hasSize(Long.BYTES);
      numbers.keep();
      numbers.set(0, 7);
    }
    try (KeptNumbers numbers = KeptNumbers.open(folder, 2)) {
      assertThat(numbers.get(0)).isEqualTo(7);
      assertThat(numbers.get(1)).isEqualTo(42);
    }
    assertThat(file).hasSize(Long.BYTES + 4 * PLACE_BYTES);
  }

  private void set(int index, long... values) throws IOException {
    try (KeptNumbers numbers = KeptNumbers.open(folder, 2)) {
      numbers.keep();
      for (long value : values) {
        numbers.set(index, value);
      }
    }
  }
}
