package io.messina.client.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.messina.api.Appended;
import io.messina.api.EventProgress;
import io.messina.api.ReceiptResult;
import io.messina.api.ReceiptResults;
import io.messina.api.RecordSchema;
import io.messina.api.RefusedLine;
import io.messina.api.feature.AddedItems;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map.Entry;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the server's description says of its answers, against what this client makes of them: a
 * field is read if something else comes of an answer without it.
 */
public final class AnswerFields {

  static final AnswerSamples SAMPLES = new AnswerSamples(schemas());

  private AnswerFields() {}

  /** A part of {@code /openapi}, as a test of the server compares it, and records beside it. */
  private static JsonNode schemas() {
    ObjectNode schemas =
        (ObjectNode)
            JsonMapper.shared()
                .readTree(
                    AnswerFields.class.getResourceAsStream("/io/messina/client/schemas.json"));
    schemas.set("Results", RecordSchema.answer(ReceiptResults.class));
    List.of(
            Appended.class,
            RefusedLine.class,
            ReceiptResult.class,
            EventProgress.class,
            AddedItems.class)
        .forEach(part -> schemas.set(part.getSimpleName(), RecordSchema.answer(part)));
    return schemas;
  }

  /** The fields of an answer that a reader passes over. */
  public static Set<String> unread(String answer, Function<JsonReader, ?> reader) {
    Set<String> unread = new LinkedHashSet<>();
    Set<String> read = new LinkedHashSet<>();
    for (JsonNode sample : SAMPLES.of(answer)) {
      Object whole = read(sample, reader);
      for (Entry<String, JsonNode> without : AnswerSamples.withoutEach(sample).entrySet()) {
        (isSame(whole, without.getValue(), reader) ? unread : read).add(without.getKey());
      }
    }
    unread.removeAll(read);
    return unread;
  }

  private static boolean isSame(Object whole, JsonNode without, Function<JsonReader, ?> reader) {
    try {
      return whole.equals(read(without, reader));
    } catch (MalformedJsonException e) {
      return false;
    }
  }

  private static Object read(JsonNode answer, Function<JsonReader, ?> reader) {
    return JsonReader.read(JsonMapper.shared().writeValueAsBytes(answer), reader);
  }

  private static final String EVENT =
      "{\"id\":\"i\",\"key\":\"k\",\"time\":\"2026-01-01T00:00:00Z\",\"attempt\":1,"
          + "\"payload\":{\"a\":1},\"receipt\":\"r\",\"lease_remaining_ms\":5}";

  /** What a proxy, or another server, may answer. */
  public static Stream<Arguments> answers() {
    return Stream.of(
            "",
            "null",
            "{}",
            "{\"events\":[" + EVENT + "],\"next\":\"1.1\",\"run\":1}",
            "{\"results\":[{\"receipt\":\"r\",\"status\":\"ok\"}]}")
        .map(json -> arguments((Object) json.getBytes(UTF_8)));
  }

  /** Reads what a proxy, or another server, may answer; any other exception fails the test. */
  public static void readOrMalformed(byte[] body, Function<JsonReader, ?> reader) {
    try {
      Object read = JsonReader.read(body, reader);
      if (read == null) {
        throw new AssertionError("nothing was read");
      }
    } catch (MalformedJsonException e) {
      if (String.valueOf(e.getMessage()).isEmpty()) {
        throw new AssertionError("no reason", e);
      }
    }
  }
}
