package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Bytes;
import io.messina.store.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RowCodecTest {

  private static final List<Column<?>> COLUMNS =
      List.of(Column.ofText("text"), Column.ofBytes("bytes"));
  private static final Bytes SEVEN_EIGHT = Bytes.wrap(new byte[] {7, 8});

  @Test
  void the_last_value_goes_to_the_end_and_is_read_with_its_length_too() {
    assertThat(written("a", SEVEN_EIGHT)).containsExactly(2, 'a', 1, 7, 8);
    assertThat(read(2, 'a', 1, 7, 8)).containsExactly("a", SEVEN_EIGHT);
    assertThat(read(2, 'a', 3, 7, 8)).containsExactly("a", SEVEN_EIGHT);
  }

  @Test
  void no_value_differs_from_an_empty_one() {
    assertThat(written("", null)).containsExactly(1, 0);
    assertThat(read(1, 0)).containsExactly("", null);
    assertThat(written(null, Bytes.EMPTY)).containsExactly(0, 1);
    assertThat(read(0, 1)).containsExactly(null, Bytes.EMPTY);
  }

  private static byte[] written(@Nullable Object... values) {
    ByteWriter writer = new ByteWriter(RowCodec.sizeBytes(COLUMNS, values));
    RowCodec.putColumns(writer, COLUMNS, values);
    assertThat(writer.length()).isEqualTo(RowCodec.sizeBytes(COLUMNS, values));
    return writer.toArray();
  }

  private static @Nullable Object[] read(int... bytes) {
    byte[] row = new byte[bytes.length];
    for (int i = 0; i < row.length; i++) {
      row[i] = (byte) bytes[i];
    }
    return RowCodec.getColumns(new ByteReader(row, 0, row.length), COLUMNS);
  }
}
