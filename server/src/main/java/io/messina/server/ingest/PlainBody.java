package io.messina.server.ingest;

import io.messina.api.EventBounds;
import io.messina.api.Times;
import io.messina.stream.Event;
import io.messina.stream.json.JsonScan;
import io.messina.stream.json.JsonText;
import io.messina.stream.json.StrictUtf8;
import io.messina.stream.log.EventTemplate;
import io.messina.stream.log.ShardRunsBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads a body in which every event is plain, from its bytes into the form in which shards store
 * them, without an object per event. What is not plain is left to {@link BodyReader}, which also
 * says what is wrong with it: lines with an envelope, requests with an idempotency key, a number or
 * a delay, and JSON that {@link JsonScan} does not take. For one body.
 */
public final class PlainBody {

  private final IngestRules rules;
  private final IngestRules.Members members;
  private final byte[] body;
  private final ShardRunsBuilder events;
  private final JsonScan scan;

  private PlainBody(
      IngestRules rules,
      IngestRules.Members members,
      byte[] body,
      ShardRunsBuilder events,
      boolean isInLines) {
    this.rules = rules;
    this.members = members;
    this.body = body;
    this.events = events;
    this.scan = new JsonScan(body, body.length, members.names(), isInLines);
  }

  /**
   * Reads a body.
   *
   * @param body as it is once decompressed
   * @param contentType the value of the Content-Type header, empty if there is none
   * @param builder makes a builder of events that are alike
   * @return the events; empty if not all of them are plain
   */
  public static Optional<ShardRunsBuilder> read(
      byte[] body,
      String contentType,
      IngestRules rules,
      IngestHeaders headers,
      Function<EventTemplate, ShardRunsBuilder> builder) {
    BodyKind kind = BodyKind.of(contentType);
    Optional<IngestRules.Members> members = rules.members();
    if (members.isEmpty() || !headers.arePlain() || kind.format() == BodyKind.Format.ENVELOPES) {
      return Optional.empty();
    }
    ShardRunsBuilder events;
    try {
      events = builder.apply(new EventTemplate(headers.headers(), kind.contentType()));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
    headers.key().ifPresent(key -> events.key(key.toArray()));
    boolean isInLines = kind.format() == BodyKind.Format.JSON_LINES;
    PlainBody reader = new PlainBody(rules, members.get(), body, events, isInLines);
    boolean isRead =
        switch (kind.format()) {
          case JSON_LINES -> reader.lines();
          case JSON_VALUE -> reader.json(StrictUtf8.start(body), body.length);
          case OPAQUE -> reader.opaque(kind.contentType());
          case ENVELOPES -> false;
        };
    return isRead ? Optional.of(events) : Optional.empty();
  }

  private boolean opaque(String contentType) {
    if (body.length == 0
        || body.length > Event.PAYLOAD_BYTES_MAX
        || JsonText.isJson(contentType)
        || !rules.isNone()) {
      return false;
    }
    events.add(0, body.length, 0, 0);
    return true;
  }

  private boolean lines() {
    int from = StrictUtf8.start(body);
    while (from < body.length) {
      if (BodyReader.isSpace(body[from]) || body[from] == '\n') {
        from++;
      } else {
        int end = json(from);
        if (end == JsonScan.NOT_PLAIN || events.count() > BodyReader.EVENTS_MAX) {
          return false;
        }
        from = end + 1;
      }
    }
    return events.count() > 0;
  }

  /** Returns the end of the line. */
  private int json(int from) {
    int end = scan.object(from);
    if (end == JsonScan.NOT_PLAIN || (end < body.length && body[end] != '\n')) {
      return JsonScan.NOT_PLAIN;
    }
    int to = end;
    while (BodyReader.isSpace(body[to - 1])) {
      to--;
    }
    return add(from, to) ? end : JsonScan.NOT_PLAIN;
  }

  /** The space around the value of a whole body belongs to its payload. */
  private boolean json(int from, int to) {
    int at = from;
    while (at < to && (BodyReader.isSpace(body[at]) || body[at] == '\n')) {
      at++;
    }
    return scan.object(at) == to && add(from, to);
  }

  private boolean add(int from, int to) {
    if (to - from > Event.PAYLOAD_BYTES_MAX || !fitsSchema(from, to)) {
      return false;
    }
    int key = members.key();
    boolean hasKey = key >= 0 && !scan.isAbsent(key);
    int keyFrom = hasKey ? scan.from(key) : 0;
    int keyTo = hasKey ? scan.to(key) : 0;
    if (hasKey && (keyFrom == keyTo || keyTo - keyFrom > EventBounds.KEY_BYTES_MAX)) {
      return false;
    }
    int time = members.time();
    if (time < 0 || scan.isAbsent(time)) {
      events.add(from, to, keyFrom, keyTo);
      return true;
    }
    return scan.isText(time) && addAt(time, from, to, keyFrom, keyTo);
  }

  private boolean addAt(int time, int from, int to, int keyFrom, int keyTo) {
    int length = scan.to(time) - scan.from(time);
    try {
      Instant at = Times.parse(new String(body, scan.from(time), length, StandardCharsets.UTF_8));
      events.add(from, to, keyFrom, keyTo, at.getEpochSecond(), at.getNano());
      return true;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  private boolean fitsSchema(int from, int to) {
    try {
      rules.checkSchema(body, from, to);
      return true;
    } catch (Refusal _) {
      return false;
    }
  }
}
