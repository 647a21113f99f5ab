package io.messina.server.ingest;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.messina.server.problem.ProblemAnswer;
import io.messina.server.problem.ProblemException;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Bodies as tests write them. */
final class Reading {

  static final String JSON = "application/json";
  static final String LINES = "application/x-ndjson";
  static final String ENVELOPES = "application/vnd.messina+json";
  static final IngestRules KEY_AND_TIME =
      IngestRules.compile(Optional.of("/user"), Optional.of("/at/time"), Optional.empty());

  private Reading() {}

  static List<IngestedEvent> read(String type, String body) {
    return read(type, body, KEY_AND_TIME, Map.of());
  }

  static List<IngestedEvent> read(
      String type, String body, IngestRules rules, Map<String, String> headers) {
    return BodyReader.read(bytes(body), type, rules, IngestHeaders.parse(headers), false).events();
  }

  static Event one(String type, String body) {
    return one(type, body, Map.of());
  }

  static Event one(String type, String body, Map<String, String> headers) {
    List<IngestedEvent> events = read(type, body, KEY_AND_TIME, headers);
    if (events.size() != 1) {
      throw new AssertionError(events);
    }
    return events.getFirst().event();
  }

  static ProblemAnswer problem(String type, String body) {
    return problem(() -> read(type, body));
  }

  static ProblemAnswer problem(org.assertj.core.api.ThrowableAssert.ThrowingCallable reading) {
    return Objects.requireNonNull(catchThrowableOfType(ProblemException.class, reading)).problem();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String text(Bytes bytes) {
    return new String(bytes.toArray(), StandardCharsets.UTF_8);
  }

  static String payload(Event event) {
    return text(event.payload());
  }

  static Optional<String> key(Event event) {
    return event.key().map(Reading::text);
  }
}
