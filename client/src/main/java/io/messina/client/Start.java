package io.messina.client;

import java.time.Instant;

/** Where a new group begins, or one that is sent elsewhere goes on. */
public sealed interface Start extends ReadStart {

  /**
   * With the oldest event that is still there.
   *
   * @return the start
   */
  static Start earliest() {
    return new Earliest();
  }

  /**
   * Behind the newest event at that moment.
   *
   * @return the start
   */
  static Start latest() {
    return new Latest();
  }

  /**
   * With the first event that was appended at a time or later; perhaps with a few before.
   *
   * @param time the append time
   * @return the start
   */
  static Start since(Instant time) {
    return new Since(time);
  }

  /**
   * Reads what {@link #text} gave.
   *
   * @param text {@code earliest}, {@code latest}, or a time as RFC 3339 has it
   * @return the start
   * @throws java.time.format.DateTimeParseException where it is anything else
   */
  static Start parse(String text) {
    return switch (text) {
      case "earliest" -> earliest();
      case "latest" -> latest();
      default -> since(Instant.parse(text));
    };
  }

  /** With the oldest event that is still there. */
  record Earliest() implements Start {

    @Override
    public String text() {
      return "earliest";
    }
  }

  /** Behind the newest event at that moment. */
  record Latest() implements Start {

    @Override
    public String text() {
      return "latest";
    }
  }

  /**
   * With the first event that was appended at a time or later.
   *
   * @param time the append time
   */
  record Since(Instant time) implements Start {

    @Override
    public String text() {
      return time.toString();
    }
  }
}
