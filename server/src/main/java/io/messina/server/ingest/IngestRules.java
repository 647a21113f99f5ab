package io.messina.server.ingest;

import io.messina.api.Shown;
import io.messina.server.problem.ProblemException;
import io.messina.stream.Event;
import io.messina.stream.json.JsonText;
import java.util.Locale;
import java.util.Optional;

/**
 * The rules of a stream for JSON payloads, compiled once and kept. Safe for use by many threads.
 */
public final class IngestRules {

  /** No key, no time, no schema. */
  public static final IngestRules NONE =
      new IngestRules(Optional.empty(), Optional.empty(), Optional.empty());

  /** The type that curl sends if the user names none; the user means JSON. */
  private static final String FORM = "application/x-www-form-urlencoded";

  private static final int KEY_SLOT = 0;
  private static final int TIME_SLOT = 1;
  private static final int SLOTS = 2;

  private final Optional<JsonPointer> key;
  private final Optional<JsonPointer> time;
  private final Optional<PayloadSchema> schema;
  private final PointerTree tree = new PointerTree();

  private IngestRules(
      Optional<JsonPointer> key, Optional<JsonPointer> time, Optional<PayloadSchema> schema) {
    this.key = key;
    this.time = time;
    this.schema = schema;
    key.ifPresent(pointer -> tree.add(pointer, KEY_SLOT));
    time.ifPresent(pointer -> tree.add(pointer, TIME_SLOT));
  }

  /**
   * Compiles the texts of a stream's options.
   *
   * @param key a JSON pointer to the key
   * @param time a JSON pointer to the event time
   * @throws IllegalArgumentException with a sentence, if one is invalid
   */
  public static IngestRules compile(
      Optional<String> key, Optional<String> time, Optional<String> schema) {
    return new IngestRules(
        key.map(text -> JsonPointer.parse("key", text)),
        time.map(text -> JsonPointer.parse("time", text)),
        schema.map(PayloadSchema::compile));
  }

  /**
   * The trouble with the size of a payload, on any stream.
   *
   * @return a sentence; empty if any stream takes it
   */
  public static Optional<String> tooLarge(int payloadBytes) {
    return payloadBytes <= Event.PAYLOAD_BYTES_MAX
        ? Optional.empty()
        : Optional.of(
            "payload bytes: "
                + payloadBytes
                + " (expected: up to "
                + Event.PAYLOAD_BYTES_MAX
                + ")");
  }

  JsonWalk newWalk() {
    return new JsonWalk(tree, SLOTS);
  }

  /**
   * An event that is not read from a body, by the same rules.
   *
   * @return the event, with the key and the time of its payload if it says none itself
   * @throws ProblemException if the stream refuses its payload
   */
  public Event apply(Event event) {
    byte[] payload = event.payload().toArray();
    EventDraft draft = new EventDraft();
    event.key().ifPresent(draft::keyIfAbsent);
    event.time().ifPresent(draft::timeIfAbsent);
    try (JsonWalk walk = newWalk()) {
      apply(event.contentType(), payload, 0, payload.length, walk, draft);
      return draft.complete(event);
    } catch (Refusal e) {
      throw new ProblemException(e.code(), e.sentence());
    }
  }

  /** Checks a payload, and takes the missing key and time from it. */
  void apply(String type, byte[] bytes, int from, int to, JsonWalk walk, EventDraft draft) {
    if (JsonText.isJson(type)) {
      applyToJson(bytes, from, to, walk, draft);
    } else if (schema.isPresent()) {
      throw Refusal.ofSchema(
          "content type: "
              + Shown.text(type)
              + " (expected: application/json, as the stream has a schema)");
    } else if ((key.isPresent() || time.isPresent())
        && type.toLowerCase(Locale.ROOT).startsWith(FORM)) {
      throw new Refusal(
          "content type: "
              + Shown.text(type)
              + " (expected: application/json, as the stream takes keys or times from payloads;"
              + " curl sends this type where none is named)");
    }
  }

  private void applyToJson(byte[] bytes, int from, int to, JsonWalk walk, EventDraft draft) {
    walk.walk(bytes, from, to);
    key.flatMap(
            pointer -> KeyAndTime.key(pointer.text(), walk.token(KEY_SLOT), walk.value(KEY_SLOT)))
        .ifPresent(draft::keyIfAbsent);
    time.flatMap(
            pointer ->
                KeyAndTime.time(pointer.text(), walk.token(TIME_SLOT), walk.value(TIME_SLOT)))
        .ifPresent(draft::timeIfAbsent);
    schema.ifPresent(compiled -> compiled.check(bytes, from, to));
  }
}
