package io.messina.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a proxy, or another server, may answer. */
class AnswersFuzzTest {

  private static final String EVENT =
      "{\"id\":\"i\",\"key\":\"k\",\"time\":\"2026-01-01T00:00:00Z\",\"attempt\":1,"
          + "\"payload\":{\"a\":1},\"receipt\":\"r\",\"lease_remaining_ms\":5}";

  static Stream<Arguments> answers() {
    return Stream.of(
            "",
            "null",
            "{}",
            "{\"events\":[" + EVENT + "],\"position\":\"1.1\",\"next\":null}",
            "{\"results\":[{\"receipt\":\"r\",\"status\":\"ok\"}]}")
        .map(json -> arguments((Object) json.getBytes(UTF_8)));
  }

  @MethodSource("answers")
  @FuzzTest
  void any_answer_is_read_or_malformed(byte[] body) {
    readOrMalformed(body, EventAnswers::claimed);
    readOrMalformed(body, EventAnswers::followed);
    readOrMalformed(body, EventAnswers::read);
    readOrMalformed(body, EventAnswers::results);
    readOrMalformed(body, EventAnswers::deadLetters);
    readOrMalformed(body, EventAnswers::report);
  }

  /** Any other exception than that one fails the test. */
  private static <T> void readOrMalformed(byte[] body, Function<JsonReader, T> value) {
    try {
      assertThat(JsonReader.read(body, value)).isNotNull();
    } catch (MalformedJsonException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
  }
}
