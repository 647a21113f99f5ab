package io.messina.api.enrichment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.messina.api.Json;
import io.messina.api.Position;
import io.messina.api.StreamName;
import io.messina.api.StrictJson;
import io.messina.api.Wire;
import io.messina.api.WireException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The form of enrichments in JSON, as it is between servers and clients of all versions. */
class EnrichmentWireTest {

  private static final String FIELDS_JSON =
      "\"stream\":\"edits\",\"fields\":{\"edits\":{\"function\":\"count\"},"
          + "\"lines\":{\"function\":\"sum\",\"value\":\"/added\"},"
          + "\"pages\":{\"function\":\"append_to_list\",\"value\":\"/page\",\"max\":100}}";

  private static StateOptions options() {
    Map<String, StateField> fields = new LinkedHashMap<>();
    fields.put("edits", StateField.count());
    fields.put("lines", StateField.of(StateFunction.SUM, "/added"));
    fields.put("pages", StateField.of(StateFunction.APPEND_TO_LIST, "/page"));
    return new StateOptions(new StreamName("edits"), fields);
  }

  private static <T> void check(T value, Class<? super T> type, String json) {
    assertThat(Wire.write(value)).isEqualTo(json);
    assertThat((Object) Wire.read(json.getBytes(StandardCharsets.UTF_8), type)).isEqualTo(value);
  }

  @Test
  void options_are_written_and_read_in_the_order_of_their_fields() {
    check(options(), StateOptions.class, "{" + FIELDS_JSON + "}");
    assertThat(Wire.request(StrictJson.read("{" + FIELDS_JSON + "}"), StateOptions.class))
        .isEqualTo(options());
    assertThat(
            Wire.request(
                StrictJson.read("{" + FIELDS_JSON.replace(",\"max\":100", "") + "}"),
                StateOptions.class))
        .as("100 elements unless something is said")
        .isEqualTo(options());
  }

  @Test
  void an_enrichment_is_written_and_read() {
    EnrichmentDefinition definition =
        new EnrichmentDefinition(new EnrichmentName("profiles"), 2, options(), "t");
    String json = "\"name\":\"profiles\",\"generation\":2," + FIELDS_JSON + ",\"tag\":\"t\"";
    check(definition, EnrichmentDefinition.class, "{" + json + "}");
    check(
        new EnrichmentReport(
            definition,
            true,
            Optional.of("why"),
            Optional.of(7L),
            new EnrichmentTotals(
                1,
                2,
                0.5,
                3,
                4,
                5,
                14,
                15,
                16,
                6,
                7,
                8,
                Map.of("lines", 9L),
                13,
                0.125,
                10,
                11,
                12)),
        EnrichmentReport.class,
        "{"
            + json
            + ",\"running\":true,\"trouble\":\"why\",\"lag\":7,\"events\":1,\"rounds\":2,"
            + "\"events_per_round\":0.5,\"reads\":3,\"cache_hits\":4,\"replayed\":5,"
            + "\"conflicts\":14,\"failures\":15,\"timeouts\":16,"
            + "\"late_answers\":6,\"dead_letters\":7,\"without_key\":8,\"skipped\":{\"lines\":9},"
            + "\"requests\":13,\"request_seconds\":0.125,"
            + "\"keys_busy\":10,\"events_buffered\":11,\"permits_in_use\":12}");
  }

  @Test
  void a_state_is_written_and_read() {
    check(
        new KeyReport(
            "user",
            1,
            Optional.of(new Json("{\"edits\":1,\"sum\":0.10}")),
            Optional.of(Position.START),
            Optional.of(new KeyWait("reading", 3, Duration.ofSeconds(2), 1, Optional.of("why")))),
        KeyReport.class,
        "{\"key\":\"user\",\"generation\":1,\"state\":{\"edits\":1,\"sum\":0.10},\"position\":\""
            + Position.START
            + "\",\"waiting\":{\"phase\":\"reading\",\"events\":3,\"since\":\"2s\","
            + "\"failures\":1,\"error\":\"why\"}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{}; fields: 0 (expected: 1 to 100)",
        "{\"\":{\"function\":\"count\"}}; field: 0 characters (expected: 1 to 64 bytes of UTF-8)",
        "{\"f\":{\"function\":\"avg\"}}; fields.f.function: avg (expected: count or sum or"
            + " last or min or max or set_if_absent or append_to_list)",
        "{\"f\":{\"function\":\"sum\"}}; fields.f.value: absent (expected: a JSON pointer, as the"
            + " function is sum)",
        "{\"f\":{\"function\":\"sum\",\"value\":\"added\"}}; fields.f.value: added (expected: a"
            + " JSON pointer as in /user, up to 256 characters)",
        "{\"f\":{\"function\":\"last\",\"value\":\"/v\",\"max\":1}}; fields.f.max: 1 (expected:"
            + " absent, as the function is last)",
        "{\"f\":{\"function\":\"append_to_list\",\"value\":\"/v\",\"max\":1001}}; fields.f.max:"
            + " 1001 (expected: a whole number from 1 to 1000)",
        "{\"f\":{\"value\":\"/v\"}}; fields.f.function: absent (expected: count or sum or last"
            + " or min or max or set_if_absent or append_to_list)",
        "{\"f\":{\"function\":\"count\",\"by\":1}}; fields.f.by (expected: function, value,"
            + " max)",
        "{\"a\":{\"function\":\"count\"},\"b\":{\"function\":\"min\"}}; fields.b.value: absent"
            + " (expected: a JSON pointer, as the function is min)",
        "null; fields: absent (expected: an object)",
        "[]; fields: a list (expected: an object)",
      })
  void what_makes_no_sense_is_refused_with_a_sentence(String fields, String sentence) {
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(
            () ->
                Wire.request(
                    StrictJson.read("{\"stream\":\"s\",\"fields\":" + fields + "}"),
                    StateOptions.class))
        .withMessage(sentence);
  }
}
