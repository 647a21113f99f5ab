package io.messina.api.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.messina.api.StreamName;
import io.messina.api.StrictJson;
import io.messina.api.Wire;
import io.messina.api.WireException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The form of sinks in JSON, as it is between servers and clients of all versions. */
class SinkWireTest {

  private static final String SHORT = "{\"stream\":\"edits\",\"url\":\"https://h.example/in\"}";
  private static final String WHOLE =
      "\"stream\":\"edits\",\"url\":\"https://h.example/in\",\"format\":\"ndjson\",\"batch\":100,"
          + "\"batch_bytes\":1048576,\"backoff_first\":\"1s\",\"backoff_longest\":\"1m\","
          + "\"connections\":64,\"timeout\":\"30s\",\"allow_private\":false,"
          + "\"start\":\"earliest\"";

  private static SinkOptions options() {
    return SinkOptions.of(new StreamName("edits"), "https://h.example/in");
  }

  private static <T> void check(T value, Class<? super T> type, String json) {
    assertThat(Wire.write(value)).isEqualTo(json);
    assertThat((Object) Wire.read(json.getBytes(StandardCharsets.UTF_8), type)).isEqualTo(value);
  }

  @Test
  void options_are_written_and_read_and_what_is_absent_is_as_by_default() {
    check(options(), SinkOptions.class, "{" + WHOLE + "}");
    assertThat(Wire.request(StrictJson.read(SHORT), SinkOptions.class)).isEqualTo(options());
  }

  @Test
  void a_sink_is_written_and_read() {
    SinkDefinition definition = new SinkDefinition(new SinkName("hooks"), 2, options(), "t");
    check(
        new SinkReport(
            definition, true, Optional.of("why"), Optional.of(7L), new SinkTotals(1, 2, 3, 4)),
        SinkReport.class,
        "{\"name\":\"hooks\",\"generation\":2,"
            + WHOLE
            + ",\"tag\":\"t\",\"running\":true,\"trouble\":\"why\",\"lag\":7,\"posted\":1,"
            + "\"batches\":2,\"failures\":3,\"dead_letters\":4}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "\"url\":\"ftp://h/in\"; url: another form (expected: http or https, a host without user,"
            + " a path)",
        "\"url\":\"http://u@h/in\"; url: another form (expected: http or https, a host without"
            + " user, a path)",
        "\"batch\":0; batch: 0 (expected: a whole number from 1 to 1000)",
        "\"backoff_first\":\"2m\"; backoff_first: 2m (expected: up to backoff_longest, 1m)",
        "\"signing_secret\":\"whsec_a\"; signing_secret: another form (expected: env:NAME or"
            + " file:PATH)",
        "\"headers\":{\"a b\":\"\"}; headers: a name that HTTP does not allow",
        "\"format\":\"xml\"; format: xml (expected: ndjson or cloudevents)",
      })
  void what_makes_no_sense_is_refused_with_a_sentence(String field, String sentence) {
    String json = SHORT.replace("}", "," + field + "}");
    if (field.startsWith("\"url\"")) {
      json = "{\"stream\":\"edits\"," + field + "}";
    }
    String request = json;
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> Wire.request(StrictJson.read(request), SinkOptions.class))
        .withMessage(sentence);
  }
}
