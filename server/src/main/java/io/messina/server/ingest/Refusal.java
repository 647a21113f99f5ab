package io.messina.server.ingest;

import io.messina.api.ProblemCode;

/** Ends the reading of one event; the message is the sentence for its producer. */
final class Refusal extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final ProblemCode code;

  Refusal(String sentence) {
    this(ProblemCode.BAD_REQUEST, sentence);
  }

  private Refusal(ProblemCode code, String sentence) {
    super(sentence, null, false, false);
    this.code = code;
  }

  /** Of a text that is not exactly one JSON value. */
  static Refusal malformed(String sentence) {
    return new Refusal(ProblemCode.MALFORMED_JSON, sentence);
  }

  /** Of an event that is larger than any may be. */
  static Refusal tooLarge(String sentence) {
    return new Refusal(ProblemCode.TOO_LARGE, sentence);
  }

  /** Of a payload that is JSON, but does not meet the schema. */
  static Refusal ofSchema(String sentence) {
    return new Refusal(ProblemCode.SCHEMA_VIOLATION, sentence);
  }

  /** The kind of problem. */
  ProblemCode code() {
    return code;
  }

  String sentence() {
    return String.valueOf(getMessage());
  }
}
