package io.messina.api;

/** JSON that says something else than the record that it is read as. */
public final class WireException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  /** The kind of fault. */
  public enum Fault {
    /** A field that the record does not have. */
    UNKNOWN_FIELD(ProblemCode.UNKNOWN_FIELD),
    /** A required field is absent. */
    ABSENT(ProblemCode.BAD_REQUEST),
    /** A name that nothing can have. */
    BAD_NAME(ProblemCode.BAD_NAME),
    /** A value of another type, or a text of another form. */
    WRONG_TYPE(ProblemCode.WRONG_TYPE),
    /** A value that is too small or too large, or contradicts others. */
    OUT_OF_BOUNDS(ProblemCode.OUT_OF_BOUNDS);

    private final ProblemCode code;

    Fault(ProblemCode code) {
      this.code = code;
    }

    /** The problem of the answer. */
    public ProblemCode code() {
      return code;
    }
  }

  private final Fault fault;
  private final String reason;

  /**
   * Something wrong.
   *
   * @param fault kind of fault
   * @param sentence as in {@code limit: 0 (expected: from 1 to 10000)}
   */
  public WireException(Fault fault, String sentence) {
    super(sentence);
    this.fault = fault;
    this.reason = sentence;
  }

  /**
   * A wrong field.
   *
   * @param fault its kind
   * @param field with the path of the record that it belongs to
   * @param reason as in {@code 0 (expected: from 1 to 10000)}
   */
  WireException(Fault fault, String field, String reason) {
    super(field + ": " + reason);
    this.fault = fault;
    this.reason = reason;
  }

  static WireException wrongType(String path, String shown, String expected) {
    return new WireException(Fault.WRONG_TYPE, path, shown + " (expected: " + expected + ")");
  }

  /** The kind of fault. */
  public Fault fault() {
    return fault;
  }

  /**
   * The sentence without the name of the field.
   *
   * @return all of the sentence if it is not about one field
   */
  public String reason() {
    return reason;
  }
}
