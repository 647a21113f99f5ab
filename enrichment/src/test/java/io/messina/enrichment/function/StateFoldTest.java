package io.messina.enrichment.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.StreamName;
import io.messina.api.enrichment.StateField;
import io.messina.api.enrichment.StateFunction;
import io.messina.api.enrichment.StateOptions;
import io.messina.store.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StateFoldTest {

  private final List<String> skipped = new ArrayList<>();

  private String folded(StateField field, String... payloads) {
    return fold(null, field, payloads).toString();
  }

  private JsonState fold(@Nullable JsonState state, StateField field, String... payloads) {
    return new StateFold(new StateOptions(new StreamName("s"), Map.of("f", field)))
        .apply(state, Stream.of(payloads).map(Bytes::utf8).toList(), skipped::add);
  }

  private static StateField of(StateFunction function) {
    return StateField.of(function, "/v");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      delimiter = ';',
      value = {
        "count; 1; 2; 2",
        "count; null; \"x\"; 1",
        "sum; 1; 2; 3",
        "sum; 0.1; 0.2; 0.3",
        "sum; 1.50; 0.5; 2",
        "sum; 9223372036854775807; 1; 9223372036854775808",
        "sum; -9223372036854775808; -1; -9223372036854775809",
        "sum; 1e3; -1E-2; 999.99",
        "sum; 0e999999999; 1; 1",
        "sum; 1; \"2\"; 1",
        "sum; true; false; 1",
        "sum; true; 0.5; 1.5",
        "last; 1; {\"a\":[2]}; {\"a\":[2]}",
        "last; 1; null; 1",
        "last; 1; 2.50; 2.50",
        "min; 2; 1.0; 1.0",
        "min; 1; 1.0; 1",
        "min; 1; true; 1",
        "min; true; 1; 1",
        "min; 1; \"0\"; 1",
        "min; 1e999; 1e-999; 1E-999",
        "max; 1; 2; 2",
        "max; 2; 1; 2",
        "max; \"\uFFFF\"; \"\uD83D\uDE00\"; \"\uD83D\uDE00\"",
        "max; \"a\"; \"ab\"; \"ab\"",
        "min; \"2015-09-12T00:00:00.5Z\"; \"2015-09-12T00:00:00Z\"; \"2015-09-12T00:00:00Z\"",
        "min; \"2015-09-12T02:00:00+02:00\"; \"2015-09-12T00:00:00Z\";"
            + " \"2015-09-12T02:00:00+02:00\"",
        "max; \"2015-09-12T00:00:00Z\"; \"1999\"; \"1999\"",
        "min; \"zebra\"; \"2020-01-01T00:00:00Z\"; \"2020-01-01T00:00:00Z\"",
        "min; \"2020-01-01T00:00:00Z\"; \"1999\"; \"2020-01-01T00:00:00Z\"",
        "max; \"2016-12-31T23:59:60Z\"; \"2020-01-01T00:00:00Z\"; \"2016-12-31T23:59:60Z\"",
        "set_if_absent; 1; 2; 1",
        "set_if_absent; null; 2; 2",
        "append_to_list; 1; {\"a\":2}; [1,{\"a\":2}]",
        "append_to_list; null; 2; [2]",
      })
  void a_field_is_made_of_the_values(String function, String one, String two, String field) {
    StateFunction named = StateFunction.valueOf(function.toUpperCase(Locale.ROOT));
    assertThat(folded(of(named), "{\"v\":" + one + "}", "{\"v\":" + two + "}"))
        .isEqualTo("{\"f\":" + field + "}");
  }

  @Test
  void what_is_missing_or_unfit_leaves_the_field_and_is_told() {
    JsonState state = fold(null, of(StateFunction.SUM), "{\"v\":1}", "{}", "{\"v\":\"1\"}", "7");
    assertThat(state).hasToString("{\"f\":1}");
    assertThat(skipped).containsExactly("f", "f", "f");
    assertThat(folded(of(StateFunction.MAX), "{\"v\":[1]}")).isEqualTo("{}");
  }

  @Test
  void all_events_are_counted_whatever_they_are_if_no_field_reads_them() {
    assertThat(folded(StateField.count(), "no JSON", "", "{}")).isEqualTo("{\"f\":3}");
    assertThat(skipped).isEmpty();
  }

  @Test
  void an_event_that_is_no_json_is_refused_if_a_field_reads_it() {
    for (String payload : List.of("no JSON", "", "{} {}", "{\"v\":1e9999999999}")) {
      assertThatThrownBy(() -> folded(of(StateFunction.LAST), payload))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("payload: ");
    }
  }

  @Test
  void of_a_member_that_stands_twice_the_last_one_counts() {
    assertThat(folded(of(StateFunction.LAST), "{\"v\":1,\"v\":2}")).isEqualTo("{\"f\":2}");
  }

  @Test
  void a_list_keeps_the_newest() {
    StateField field = StateField.list("", 2);
    JsonState state = fold(null, field, "1", "2", "3");
    assertThat(state).hasToString("{\"f\":[2,3]}");
    assertThat(fold(state, field, "4")).hasToString("{\"f\":[3,4]}");
    assertThat(state).as("which is a value").hasToString("{\"f\":[2,3]}");
  }

  @ParameterizedTest
  @CsvSource({
    "100000000000000000000000000000000000000",
    "1e38",
    "1e999999999",
    "1e-39",
    "1e-999999999",
    "-1e38",
    "0.000000000000000000000000000000000000001"
  })
  void a_number_that_a_sum_cannot_hold_is_refused(String number) {
    assertThatThrownBy(() -> folded(of(StateFunction.SUM), "{\"v\":" + number + "}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "f: a number with more digits (expected: up to 38 before the point and as many behind"
                + " it)");
  }

  @Test
  void a_sum_that_outgrows_its_digits_is_refused_with_its_event() {
    String nines = "9".repeat(38);
    StateField sum = of(StateFunction.SUM);
    JsonState state = fold(null, sum, "{\"v\":" + nines + "}");
    assertThatThrownBy(() -> fold(state, sum, "{\"v\":1}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("f: a number with more digits");
    assertThat(fold(state, sum, "{\"v\":-1}")).hasToString("{\"f\":" + nines.substring(1) + "8}");
  }

  @Test
  void a_state_that_would_become_too_long_is_refused() {
    String half = "{\"v\":\"" + "x".repeat(JsonState.BYTES_MAX / 2) + "\"}";
    StateField list = StateField.list("/v", 2);
    JsonState state = fold(null, list, half);
    assertThatThrownBy(() -> fold(state, list, half))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(" bytes (expected: up to 262144 bytes)");
  }

  @Test
  void a_state_that_utf_8_cannot_hold_is_refused() {
    assertThatThrownBy(() -> folded(of(StateFunction.LAST), "{\"v\":\"\\ud800\"}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("an unpaired surrogate");
  }

  @Test
  void the_deepest_payload_can_be_read_again_as_part_of_a_state() {
    String deepest = "[".repeat(200) + "]".repeat(200);
    JsonState state = fold(null, StateField.list("", 2), deepest, deepest);
    assertThat(JsonState.read(state.json()).json()).isEqualTo(state.json());
  }

  @Test
  void what_is_no_object_is_no_state() {
    assertThatThrownBy(() -> JsonState.read(Bytes.utf8("[]")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("state: 2 bytes (expected: an object)");
  }
}
