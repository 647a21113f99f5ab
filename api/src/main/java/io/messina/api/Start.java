package io.messina.api;

import java.time.Instant;

/** Where a new group begins, or one that is sent elsewhere goes on. Its text is what JSON has. */
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
   * With the first event that was appended at a time or later.
   *
   * @param time the append time
   * @return the start
   */
  static Start since(Instant time) {
    return new Since(time);
  }

  /**
   * Reads a start.
   *
   * @param text {@code earliest}, {@code latest}, or a time as {@link Times#FORM} says
   * @return the start
   * @throws IllegalArgumentException with a sentence, if it is anything else
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

  /** With the oldest event that is still there. */
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

  /**
   * With the first event that was appended at a time or later.
   *
   * @param time the append time
   */
  record Since(Instant time) implements Start {

    @Override
    public String toString() {
      return Times.format(time);
    }
  }
}
