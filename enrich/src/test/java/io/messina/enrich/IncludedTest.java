package io.messina.enrich;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IncludedTest {

  @Test
  void positions_of_another_partition_say_nothing() {
    Included included = new Included(3, 1_000, 0, null);
    assertThat(included.includes(3, 1_000, 0)).isTrue();
    assertThat(included.includes(3, 1_001, 0)).isFalse();
    assertThat(included.includes(0, 1, 0)).isFalse();
    assertThat(included.with(0, 1, 0).includes(3, 1_000, 0)).isTrue();
    assertThat(included.with(0, 1, 0).includes(0, 2, 0)).isFalse();
  }

  @Test
  void several_events_of_one_position_are_told_apart_by_their_numbers() {
    Included included = Included.upTo(7).with(Included.NO_PARTITION, 8, 1);
    assertThat(included.includes(Included.NO_PARTITION, 8, 1)).isTrue();
    assertThat(included.includes(Included.NO_PARTITION, 8, 2)).isFalse();
    assertThat(included).hasToString("8.1");
  }

  @Test
  void what_names_no_partition_counts_for_the_partition_of_the_next_event() {
    Included before = Included.upTo(42);
    assertThat(before.includes(5, 42, 0)).isTrue();
    assertThat(before.includes(5, 43, 0)).isFalse();
    assertThat(before.with(5, 43, 0)).isEqualTo(new Included(5, 43, 0, null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"42", "-1", "42.1", "3/42", "3/42.1,0/17", "9223372036854775807"})
  void a_text_is_written_as_it_is_read(String text) {
    assertThat(Included.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "1,2", "3/1,2", "/1", "3/", "1.", "1.-2", "-2/1", "3/1,", "1:2"})
  void any_other_text_is_refused(String text) {
    assertThatThrownBy(() -> Included.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void more_partitions_than_there_may_be_are_refused() {
    StringBuilder text = new StringBuilder("0/1");
    for (int partition = 1; partition < Included.PARTITIONS_MAX; partition++) {
      text.append(',').append(partition).append("/1");
    }
    assertThat(Included.parse(text.toString()).partitions()).isEqualTo(Included.PARTITIONS_MAX);
    assertThatThrownBy(() -> Included.parse(text + ",99/1"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Each number is an event: its partition, position and sub number. */
  @Property
  void what_is_included_is_what_was_added_in_each_partition(
      @ForAll @Size(max = 12) List<@IntRange(max = 499) Integer> added,
      @ForAll @IntRange(max = 499) int asked) {
    Included included = new Included(0, 0, 0, null);
    Map<Integer, Integer> last = new HashMap<>(Map.of(0, 0));
    for (int each : added) {
      included = included.with(each / 100, each % 100 / 10, each % 10);
      last.put(each / 100, each % 100);
    }
    boolean expected = asked % 100 <= last.getOrDefault(asked / 100, -1);
    assertThat(included.includes(asked / 100, asked % 100 / 10, asked % 10)).isEqualTo(expected);
    assertThat(included.partitions()).isEqualTo(last.size());
    assertThat(Included.parse(included.toString())).isEqualTo(included);
  }
}
