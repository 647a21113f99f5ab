package io.messina.server.ingest;

import java.util.Optional;

/** What a stream says about JSON payloads, compiled once and kept. Safe for use by many threads. */
public final class IngestRules {

  /** No key, no time, no schema. */
  public static final IngestRules NONE =
      new IngestRules(Optional.empty(), Optional.empty(), Optional.empty());

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
   * @param schema a JSON Schema
   * @return the rules
   * @throws IllegalArgumentException with a sentence, where one is not what it should be
   */
  public static IngestRules compile(
      Optional<String> key, Optional<String> time, Optional<String> schema) {
    return new IngestRules(
        key.map(text -> JsonPointer.parse("key", text)),
        time.map(text -> JsonPointer.parse("time", text)),
        schema.map(PayloadSchema::compile));
  }

  JsonWalk newWalk() {
    return new JsonWalk(tree, SLOTS);
  }

  /** Checks a JSON payload, and takes from it what a draft leaves out. */
  void apply(byte[] bytes, int from, int to, JsonWalk walk, EventDraft draft) {
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
