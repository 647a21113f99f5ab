package io.messina.api;

import java.time.Instant;

/** Where a new group begins, or where a seek moves a group. Its text is the form in JSON. */
public sealed interface Start extends ReadStart {

  /** With the oldest event that still exists. */
  static Start earliest() {
    return new Earliest();
  }

  /** Behind the newest event at that moment. */
  static Start latest() {
    return new Latest();
  }

  /** With the first event that was appended at a time or later. */
  static Start since(Instant time) {
    return new Since(time);
  }

  /**
   * Reads a start.
   *
   * @param text {@code earliest}, {@code latest}, or a time as {@link Times#FORM} says
   */
  static Start parse(String text) {
    return switch (text) {
      case "earliest" -> earliest();
      case "latest" -> latest();
      default -> since(time(text));
    };
  }

  private static Instant time(String text) {
    try {
      return Times.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          Shown.text(text) + " (expected: earliest, latest, or " + Times.FORM + ")", e);
    }
  }

  /** With the oldest event that still exists. */
  record Earliest() implements Start {

    @Override
    public String toString() {
      return "earliest";
    }
  }

  /** Behind the newest event at that moment. */
  record Latest() implements Start {

    @Override
    public String toString() {
      return "latest";
    }
  }

  /** With the first event that was appended at a time or later. */
  record Since(Instant time) implements Start {

    @Override
    public String toString() {
      return Times.format(time);
    }
  }
}
