package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Bytes;
import io.messina.store.ClusteringKey;
import io.messina.store.ClusteringRange;
import io.messina.store.Column;
import io.messina.store.Table;
import io.messina.store.TableBuilder;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

final class KeyCodecTest {

  private static final Column<String> OWNER = Column.ofText("owner");
  private static final Column<String> TEXT = Column.ofText("a");
  private static final Column<Bytes> BYTES = Column.ofBytes("b");
  private static final Column<Integer> INT = Column.ofInt("c");
  private static final Column<Long> LONG = Column.ofLong("d");
  private static final Column<Boolean> BOOLEAN = Column.ofBoolean("e");
  private static final Column<Instant> INSTANT = Column.ofInstant("f");

  static final Table ASCENDING = table().build();
  private static final Table DESCENDING = table().descending().build();
  static final List<Table> TABLES = List.of(ASCENDING, DESCENDING);

  private static TableBuilder table() {
    return Table.plain("keys")
        .partitionedBy(OWNER)
        .clusteredBy(TEXT, BYTES, INT, LONG, BOOLEAN, INSTANT);
  }

  @Property
  void the_order_of_bytes_is_the_order_of_rows(
      @ForAll("values") List<Object> left, @ForAll("values") List<Object> right) {
    for (Table table : TABLES) {
      ClusteringKey leftKey = new ClusteringKey(table, left);
      ClusteringKey rightKey = new ClusteringKey(table, right);
      int ofBytes =
          Arrays.compareUnsigned(KeyCodec.clustering(leftKey), KeyCodec.clustering(rightKey));
      assertThat(Integer.signum(ofBytes))
          .isEqualTo(Integer.signum(table.rowOrder().compare(leftKey, rightKey)));
    }
  }

  @Property
  void a_key_is_read_as_it_was_written(@ForAll("values") List<Object> values) {
    for (Table table : TABLES) {
      ClusteringKey key = new ClusteringKey(table, values);
      byte[] bytes = KeyCodec.clustering(key);
      assertThat(KeyCodec.clustering(table, bytes, 0, bytes.length)).isEqualTo(key);
    }
  }

  @Property
  void a_range_of_bytes_holds_the_rows_of_the_range(
      @ForAll("values") List<Object> key,
      @ForAll("values") List<Object> lower,
      @ForAll("values") List<Object> upper,
      @ForAll("length") int lowerLength,
      @ForAll("length") int upperLength,
      @ForAll boolean lowerInclusive,
      @ForAll boolean upperInclusive) {
    for (Table table : TABLES) {
      ClusteringRange range =
          new ClusteringRange(
              table,
              Optional.of(
                  new ClusteringRange.Bound(
                      new ClusteringKey(table, lower.subList(0, lowerLength)), lowerInclusive)),
              Optional.of(
                  new ClusteringRange.Bound(
                      new ClusteringKey(table, upper.subList(0, upperLength)), upperInclusive)));
      ClusteringKey row = new ClusteringKey(table, key);
      assertThat(KeyCodec.clusteringRange(range).contains(KeyCodec.clustering(row)))
          .isEqualTo(range.contains(row));
    }
  }

  @Provide
  Arbitrary<Integer> length() {
    return Arbitraries.integers().between(1, 6);
  }

  /** Few different values, many of them extreme, so that keys often share a prefix. */
  @Provide
  Arbitrary<List<Object>> values() {
    Arbitrary<Object> text =
        Arbitraries.of("", "\0", "\0\0", "a", "a\0", "a\0b", "\uFFFF", "\uD83D\uDE00", "b");
    Arbitrary<Object> bytes =
        Arbitraries.of(
            Bytes.EMPTY,
            Bytes.wrap(new byte[] {0}),
            Bytes.wrap(new byte[] {0, (byte) 0xFF}),
            Bytes.wrap(new byte[] {(byte) 0xFF, (byte) 0xFF}));
    Arbitrary<Object> ints = Arbitraries.of(Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE);
    Arbitrary<Object> longs = Arbitraries.of(Long.MIN_VALUE, -1L, 0L, 1L, Long.MAX_VALUE);
    Arbitrary<Object> booleans = Arbitraries.of(true, false);
    Arbitrary<Object> instants =
        Arbitraries.of(
            Instant.ofEpochMilli(Long.MIN_VALUE),
            Instant.EPOCH,
            Instant.ofEpochMilli(1),
            Instant.ofEpochMilli(Long.MAX_VALUE));
    return Combinators.combine(text, bytes, ints, longs, booleans, instants)
        .as((a, b, c, d, e, f) -> List.of(a, b, c, d, e, f));
  }
}
