package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

final class RangeDeleteTest {

  private static final int PLACES = 12;

  @Property
  void joined_deletes_hide_what_the_newest_of_them_hides(
      @ForAll("deletes") List<RangeDelete> deletes) {
    List<RangeDelete> joined = List.of();
    for (RangeDelete delete : deletes) {
      joined = delete.joinedWith(joined);
    }
    for (byte place = 0; place < PLACES + 2; place++) {
      byte[] clustering = {place};
      assertThat(hiddenUpTo(joined, clustering)).isEqualTo(hiddenUpTo(deletes, clustering));
    }
    assertThatTheyAreApartAndInOrder(joined);
  }

  @Property
  void a_delete_is_read_as_it_was_written(@ForAll("delete") RangeDelete delete) {
    RangeDelete read = RangeDelete.decode(delete.range().start(), delete.encodeValue());
    assertThat(read).usingRecursiveComparison().isEqualTo(delete);
  }

  private static long hiddenUpTo(List<RangeDelete> deletes, byte[] clustering) {
    return deletes.stream()
        .filter(delete -> delete.covers(clustering))
        .mapToLong(RangeDelete::timestampMicros)
        .max()
        .orElse(RangeDelete.NONE);
  }

  private static void assertThatTheyAreApartAndInOrder(List<RangeDelete> joined) {
    List<RangeDelete> later = new ArrayList<>(joined);
    while (later.size() > 1) {
      RangeDelete first = later.removeFirst();
      byte[] end = first.range().end().orElseThrow();
      assertThat(later.getFirst().range().start()[0]).isGreaterThanOrEqualTo(end[0]);
    }
    assertThat(joined).noneMatch(delete -> delete.range().isEmpty());
  }

  @Provide
  Arbitrary<List<RangeDelete>> deletes() {
    return delete().list().ofMinSize(1).ofMaxSize(8);
  }

  @Provide
  Arbitrary<RangeDelete> delete() {
    Arbitrary<Integer> start = Arbitraries.integers().between(0, PLACES);
    Arbitrary<Integer> length = Arbitraries.integers().between(1, PLACES);
    Arbitrary<Long> timestamp = Arbitraries.longs().between(0, 5);
    Arbitrary<Boolean> endless = Arbitraries.of(true, false, false, false);
    return Combinators.combine(start, length, timestamp, endless)
        .as(
            (from, count, micros, noEnd) -> {
              Optional<byte[]> end =
                  noEnd ? Optional.empty() : Optional.of(new byte[] {(byte) (from + count)});
              return new RangeDelete(new ByteRange(new byte[] {from.byteValue()}, end), micros);
            });
  }
}
