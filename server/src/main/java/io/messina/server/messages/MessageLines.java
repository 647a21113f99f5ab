package io.messina.server.messages;

import io.messina.api.ProblemCode;
import io.messina.api.Shown;
import io.messina.api.StrictJson;
import io.messina.api.Wire;
import io.messina.api.WireException;
import io.messina.api.message.MessageResult;
import io.messina.api.message.NewMessage;
import io.messina.messaging.accept.Acceptance;
import io.messina.messaging.accept.NotAcceptedException;
import io.messina.runtime.ParallelCalls;
import io.messina.server.access.Caller;
import io.messina.server.problem.ProblemException;
import io.messina.stream.json.StrictUtf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The messages of a body, a line each. A byte order mark before the first line is passed over, so
 * are empty lines; a line that is no message hinders no other. For one thread, which others help.
 */
final class MessageLines {

  /** The most messages of a body. */
  static final int LINES_MAX = 100_000;

  private static final int READ_AT_ONCE = 250;
  private static final int READING_THREADS = 4;

  private final List<Line> lines;

  /** One of them: a message, or why it is none. */
  private record Line(int number, Optional<NewMessage> message, Optional<MessageResult> refusal) {}

  /** The position of a line in the body. */
  private record Place(int number, int from, int to) {}

  /**
   * Reads all lines.
   *
   * @throws ProblemException if there are no lines, or too many
   */
  MessageLines(ThreadFactory threads, byte[] body, Caller caller) {
    List<List<Place>> parts = new ArrayList<>();
    List<Place> places = places(body);
    for (int from = 0; from < places.size(); from += READ_AT_ONCE) {
      parts.add(places.subList(from, Math.min(from + READ_AT_ONCE, places.size())));
    }
    lines =
        new ParallelCalls(threads, READING_THREADS)
                .each(parts, part -> part.stream().map(place -> read(body, place, caller)).toList())
                .stream()
                .flatMap(List::stream)
                .toList();
  }

  /** How many lines there are. */
  int count() {
    return lines.size();
  }

  /** Accepts the messages of a request with a trace; answers each line, in their order. */
  List<MessageResult> accept(Acceptance acceptance, Map<String, String> trace) {
    List<NewMessage> messages = lines.stream().flatMap(line -> line.message.stream()).toList();
    List<Acceptance.Answer> answers =
        messages.isEmpty() ? List.of() : acceptance.accept(messages, trace);
    List<MessageResult> results = new ArrayList<>(lines.size());
    int next = 0;
    for (Line line : lines) {
      results.add(
          line.refusal.isPresent() ? line.refusal.get() : result(line, answers.get(next++)));
    }
    return results;
  }

  private static MessageResult result(Line line, Acceptance.Answer answer) {
    return answer
        .message()
        .map(message -> MessageResult.accepted(message, answer.repeated()))
        .orElseGet(
            () -> {
              NotAcceptedException refusal = answer.refusal().orElseThrow();
              return refused(line.number, refusal.code(), String.valueOf(refusal.getMessage()));
            });
  }

  private static MessageResult refused(int line, ProblemCode code, String sentence) {
    return MessageResult.refused(line, code.toString(), sentence);
  }

  private static List<Place> places(byte[] body) {
    List<Place> places = new ArrayList<>();
    int number = 0;
    for (int from = StrictUtf8.start(body); from < body.length; number++) {
      int end = from;
      boolean isEmpty = true;
      while (end < body.length && body[end] != '\n') {
        isEmpty &= body[end] == ' ' || body[end] == '\t' || body[end] == '\r';
        end++;
      }
      if (!isEmpty) {
        places.add(new Place(number, from, end));
      }
      from = end + 1;
    }
    if (places.isEmpty()) {
      throw new ProblemException(
          ProblemCode.BAD_REQUEST, "body: no messages (expected: one per line)");
    }
    if (places.size() > LINES_MAX) {
      throw new ProblemException(
          ProblemCode.TOO_LARGE,
          "body: " + places.size() + " lines (expected: at most " + LINES_MAX + ")");
    }
    return places;
  }

  private static Line read(byte[] body, Place place, Caller caller) {
    try {
      if (!StrictUtf8.isValid(body, place.from, place.to)) {
        return wrong(place, ProblemCode.MALFORMED_JSON, "not UTF-8");
      }
      JsonNode json = StrictJson.read(Arrays.copyOfRange(body, place.from, place.to));
      NewMessage message = Wire.request(json, NewMessage.class);
      return caller
          .refusal(message)
          .map(sentence -> wrong(place, ProblemCode.FORBIDDEN, sentence))
          .orElseGet(() -> new Line(place.number, Optional.of(message), Optional.empty()));
    } catch (JacksonException e) {
      return wrong(
          place, ProblemCode.MALFORMED_JSON, "not JSON: " + Shown.sentence(StrictJson.fault(e)));
    } catch (WireException e) {
      return wrong(place, e.fault().code(), String.valueOf(e.getMessage()));
    }
  }

  private static Line wrong(Place place, ProblemCode code, String sentence) {
    return new Line(
        place.number, Optional.empty(), Optional.of(refused(place.number, code, sentence)));
  }
}
