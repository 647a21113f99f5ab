package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.messina.store.Bytes;
import io.messina.store.ClusteringKey;
import io.messina.store.Column;
import io.messina.store.StoreException;
import io.messina.store.Table;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a disk may hold instead of what was written. */
class CodecFuzzTest {

  private static final List<Column<?>> COLUMNS =
      List.of(Column.ofInt("c"), Column.ofText("a"), Column.ofTextMap("g"), Column.ofBytes("b"));

  static Stream<Arguments> keys() {
    ClusteringKey key =
        new ClusteringKey(
            KeyCodecTest.ASCENDING,
            List.of("a\0b", Bytes.utf8("x"), -1, 1L, true, Instant.ofEpochMilli(7)));
    return Stream.of(new byte[0], new byte[] {0, 0}, KeyCodec.clustering(key))
        .map(bytes -> arguments((Object) bytes));
  }

  static Stream<Arguments> rows() {
    ByteWriter writer = new ByteWriter(16);
    @Nullable Object[] values = {7, "text", Map.of("k", "v"), Bytes.utf8("bytes")};
    RowCodec.putColumns(writer, COLUMNS, values);
    return Stream.of(new byte[0], new byte[] {1, 1, 1, 1}, writer.toArray())
        .map(bytes -> arguments((Object) bytes));
  }

  @MethodSource("keys")
  @FuzzTest
  void any_key_is_read_or_damaged(byte[] bytes) {
    for (Table table : KeyCodecTest.TABLES) {
      try {
        ClusteringKey key = KeyCodec.clustering(table, bytes, 0, bytes.length);
        byte[] again = KeyCodec.clustering(key);
        assertThat(KeyCodec.clustering(table, again, 0, again.length)).isEqualTo(key);
      } catch (StoreException e) {
        assertThat(e.code()).isEqualTo(StoreException.Code.DAMAGED);
      }
    }
  }

  @MethodSource("rows")
  @FuzzTest
  void any_columns_are_read_or_damaged(byte[] bytes) {
    try {
      assertThat(RowCodec.getColumns(new ByteReader(bytes, 0, bytes.length), COLUMNS))
          .hasSize(COLUMNS.size());
    } catch (StoreException e) {
      assertThat(e.code()).isEqualTo(StoreException.Code.DAMAGED);
    }
  }
}
