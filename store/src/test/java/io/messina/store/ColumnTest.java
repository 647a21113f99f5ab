package io.messina.store;

import static io.messina.store.Examples.NAME;
import static io.messina.store.Examples.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ColumnTest {

  private static final String NAME_EXPECTED =
      " (expected: a lower-case letter, then up to 47 of a-z, 0-9 and _)";

  @Test
  void a_name_is_short_and_plain() {
    assertThat(Column.ofText("a" + "9_z".repeat(15) + "xy").name()).hasSize(48);
    for (String name :
        List.of("", "Name", "9", "_a", "a-b", "a b", "ä", "a\n", "a" + "b".repeat(48))) {
      assertRefused("column: " + name + NAME_EXPECTED, () -> Column.ofText(name));
    }
  }

  @Test
  void columns_are_equal_by_name_and_type() {
    assertThat(Column.ofText("name")).isEqualTo(NAME).hasSameHashCodeAs(NAME);
    assertThat(Column.ofBytes("name")).isNotEqualTo(NAME);
    assertThat(Column.ofText("names")).isNotEqualTo(NAME);
    assertThat(NAME).hasToString("name text");
  }

  @Test
  void a_value_of_another_type_is_refused() {
    @SuppressWarnings({"unchecked", "rawtypes"}) // as a caller without generics would
    Column<Object> column = (Column) NAME;
    assertRefused("name: a Integer (expected: String)", () -> column.of(7));
  }

  @Test
  @SuppressWarnings("NullAway") // what the annotations forbid
  void no_value_is_no_value() {
    assertThatThrownBy(() -> NAME.of(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("name");
  }

  @Test
  void text_that_utf8_cannot_express_is_refused() {
    assertRefused(
        "name: text with an unpaired surrogate (expected: text that UTF-8 can express)",
        () -> NAME.of("a\uD800"));
    assertThat(NAME.of("\0\uD83D\uDE00").value()).isEqualTo("\0\uD83D\uDE00");
  }

  @Test
  void a_moment_finer_than_milliseconds_is_refused() {
    Column<Instant> due = Column.ofInstant("due");
    assertRefused(
        "due: 1970-01-01T00:00:00.000000001Z (expected: whole milliseconds)",
        () -> due.of(Instant.EPOCH.plusNanos(1)));
    assertThat(due.of(Instant.EPOCH.minusMillis(1)).value())
        .hasToString("1969-12-31T23:59:59.999Z");
  }

  @Test
  void a_moment_further_than_milliseconds_reach_is_refused() {
    Column<Instant> due = Column.ofInstant("due");
    Instant first = Instant.ofEpochMilli(Long.MIN_VALUE);
    Instant last = Instant.ofEpochMilli(Long.MAX_VALUE);
    assertThat(due.of(last).value()).isEqualTo(last);
    assertThat(due.of(first).value()).isEqualTo(first);
    Instant later = last.plusMillis(1);
    assertRefused(
        "due: " + later + " (expected: from " + first + " to " + last + ")", () -> due.of(later));
  }

  @Test
  void a_map_is_copied_and_has_texts_only() {
    Column<Map<String, String>> headers = Column.ofTextMap("headers");
    Map<String, String> map = new HashMap<>(Map.of("key", "value"));
    Cell<Map<String, String>> cell = headers.of(map);
    map.put("late", "value");
    assertThat(cell.value()).containsOnlyKeys("key");
    assertRefused(
        "headers: text with an unpaired surrogate (expected: text that UTF-8 can express)",
        () -> headers.of(Map.of("key", "\uDC00")));
    @SuppressWarnings({"unchecked", "rawtypes"}) // as a caller without generics would
    Map<String, String> numbers = (Map) Map.of("key", 7);
    assertRefused("headers: a Integer (expected: String)", () -> headers.of(numbers));
  }
}
