package io.messina.server.ingest;

import io.messina.api.ProblemCode;
import io.messina.server.problem.ProblemException;
import io.messina.store.Bytes;
import io.messina.stream.json.JsonText;
import io.messina.stream.json.StrictUtf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Splits a body into events, without trees unless a schema asks for them. A byte order mark before
 * the first line is passed over, so are empty lines, and space around the JSON of a line.
 */
public final class BodyReader {

  /** The most events of a body. */
  public static final int EVENTS_MAX = 100_000;

  /** What an event takes as an object, with its key and its place in the answer. */
  static final int EVENT_BYTES = 512;

  private final IngestRules rules;
  private final IngestHeaders headers;
  private final JsonWalk walk;
  private final byte[] body;
  private final List<IngestedEvent> events = new ArrayList<>();
  private final Refusals refused = new Refusals();

  private BodyReader(IngestRules rules, IngestHeaders headers, JsonWalk walk, byte[] body) {
    this.rules = rules;
    this.headers = headers;
    this.walk = walk;
    this.body = body;
  }

  /**
   * How many bytes the events of a body take as objects, about.
   *
   * @param body as it is once decompressed
   */
  public static long eventBytes(byte[] body) {
    int lines = 1;
    for (byte each : body) {
      lines += each == '\n' ? 1 : 0;
    }
    return (long) EVENT_BYTES * Math.min(lines, EVENTS_MAX);
  }

  /**
   * Reads a body.
   *
   * @param body as it is once decompressed
   * @param contentType the value of the Content-Type header, empty if there is none
   * @param partial whether events are good also if others are refused
   * @return the events; refused lines only if that is allowed
   * @throws ProblemException if it is not, with the first refused lines; if a body that is one
   *     event is malformed; if there are no events, or too many
   */
  public static Ingested read(
      byte[] body, String contentType, IngestRules rules, IngestHeaders headers, boolean partial) {
    BodyKind kind = BodyKind.of(contentType);
    try (JsonWalk walk = rules.newWalk()) {
      BodyReader reader = new BodyReader(rules, headers, walk, body);
      switch (kind.format()) {
        case JSON_VALUE, OPAQUE -> reader.one(kind);
        case JSON_LINES, ENVELOPES -> reader.lines(kind);
      }
      return reader.ingested(partial);
    }
  }

  private void one(BodyKind kind) {
    boolean isJson = JsonText.isJson(kind.contentType());
    if (body.length == 0 && kind.format() == BodyKind.Format.OPAQUE) {
      throw new ProblemException(
          ProblemCode.BAD_REQUEST,
          "body: empty (expected: an event; one without a payload is sent as"
              + " application/vnd.messina+json with {\"payload_base64\":\"\"})");
    }
    int from = isJson ? StrictUtf8.start(body) : 0;
    try {
      EventDraft draft = draft(kind.contentType(), from, body.length);
      Bytes payload = isJson ? payload(from, body.length) : Bytes.wrap(body);
      events.add(draft.finishAlone(payload, headers, kind.contentType()));
    } catch (Refusal e) {
      throw new ProblemException(e.code(), e.sentence());
    }
  }

  private void lines(BodyKind kind) {
    boolean isJson = kind.format() == BodyKind.Format.JSON_LINES;
    int line = 0;
    for (int from = StrictUtf8.start(body); from < body.length; ) {
      int end = endOfLine(from);
      line(line, from, end, isJson);
      line++;
      from = end + 1;
    }
    if (events.isEmpty() && refused.isEmpty()) {
      throw new ProblemException(
          ProblemCode.BAD_REQUEST, "body: no events (expected: one per line)");
    }
  }

  private void line(int line, int lineFrom, int lineTo, boolean isJson) {
    int to = lineTo;
    while (to > lineFrom && isSpace(body[to - 1])) {
      to--;
    }
    int from = lineFrom;
    while (from < to && isSpace(body[from])) {
      from++;
    }
    if (from == to) {
      return;
    }
    if (events.size() + refused.size() == EVENTS_MAX) {
      throw new ProblemException(
          ProblemCode.TOO_LARGE, "body: more lines (expected: at most " + EVENTS_MAX + ")");
    }
    try {
      events.add(isJson ? jsonEvent(line, from, to) : envelopeEvent(line, from, to));
    } catch (Refusal e) {
      refused.add(line, e);
    }
  }

  private IngestedEvent jsonEvent(int line, int from, int to) {
    return draft(BodyKind.JSON, from, to).finish(payload(from, to), line, headers, BodyKind.JSON);
  }

  private EventDraft draft(String type, int from, int to) {
    EventDraft draft = new EventDraft();
    rules.apply(type, body, from, to, walk, draft);
    return draft;
  }

  private Bytes payload(int from, int to) {
    return Bytes.wrap(Arrays.copyOfRange(body, from, to));
  }

  private IngestedEvent envelopeEvent(int line, int from, int to) {
    Envelope envelope = Envelope.read(body, from, to);
    String type = envelope.contentType();
    byte[] payload = envelope.payload();
    rules.apply(type, payload, 0, payload.length, walk, envelope.draft());
    return envelope.draft().finish(envelope.payloadBytes(), line, headers, type);
  }

  private Ingested ingested(boolean partial) {
    return new Ingested(List.copyOf(events), refused.listed(partial));
  }

  private int endOfLine(int from) {
    int end = from;
    while (end < body.length && body[end] != '\n') {
      end++;
    }
    return end;
  }

  static boolean isSpace(byte b) {
    return b == ' ' || b == '\t' || b == '\r';
  }
}
