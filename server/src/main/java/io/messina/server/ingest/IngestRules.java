package io.messina.server.ingest;

import io.messina.api.Shown;
import io.messina.server.problem.ProblemException;
import io.messina.stream.Event;
import io.messina.stream.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

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
  private final Optional<Members> members;

  private IngestRules(
      Optional<JsonPointer> key, Optional<JsonPointer> time, Optional<PayloadSchema> schema) {
    this.key = key;
    this.time = time;
    this.schema = schema;
    this.members = Members.of(key, time);
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

  /**
   * The members of an object that are its key and its time.
   *
   * @param names of both
   * @param key which name is that of the key; negative if none is
   * @param time likewise
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  record Members(byte[][] names, int key, int time) {

    /** Empty if a place is deeper, or its name is not written as it is. */
    private static Optional<Members> of(Optional<JsonPointer> key, Optional<JsonPointer> time) {
      List<String> names =
          Stream.of(key, time)
              .flatMap(Optional::stream)
              .map(pointer -> String.join("/", pointer.segments()))
              .distinct()
              .toList();
      boolean arePlain =
          Stream.of(key, time)
              .flatMap(Optional::stream)
              .allMatch(
                  pointer ->
                      pointer.segments().size() == 1
                          && pointer.segments().getFirst().chars().allMatch(Members::isPlain));
      return arePlain
          ? Optional.of(
              new Members(
                  names.stream()
                      .map(name -> name.getBytes(StandardCharsets.US_ASCII))
                      .toArray(byte[][]::new),
                  key.map(pointer -> names.indexOf(pointer.segments().getFirst())).orElse(-1),
                  time.map(pointer -> names.indexOf(pointer.segments().getFirst())).orElse(-1)))
          : Optional.empty();
    }

    private static boolean isPlain(int c) {
      return c >= ' ' && c <= '~' && c != '"' && c != '\\';
    }
  }

  /** Where key and time are, if both are members of the outermost object. */
  Optional<Members> members() {
    return members;
  }

  /** Whether payloads are neither checked nor looked into. */
  boolean isNone() {
    return key.isEmpty() && time.isEmpty() && schema.isEmpty();
  }

  /** Whether nothing has to be taken from the payload of an event. */
  boolean areGiven(boolean hasKey, boolean hasTime) {
    return (hasKey || key.isEmpty()) && (hasTime || time.isEmpty());
  }

  void checkSchema(byte[] bytes, int from, int to) {
    schema.ifPresent(compiled -> compiled.check(bytes, from, to));
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
    checkSchema(bytes, from, to);
  }
}
