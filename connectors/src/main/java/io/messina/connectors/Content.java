package io.messina.connectors;

import java.util.Optional;

/** The content of a message. */
public sealed interface Content {

  /**
   * A mail. It has a text, HTML, or both.
   *
   * @param subject of one line
   * @param text without markup
   * @param html the same with markup
   */
  record Mail(String subject, Optional<String> text, Optional<String> html) implements Content {

    /**
     * A checked mail.
     *
     * @throws IllegalArgumentException if it has neither text nor HTML, or a subject of two lines
     */
    public Mail {
      if (text.isEmpty() && html.isEmpty()) {
        throw new IllegalArgumentException("mail: says nothing (expected: text or html)");
      }
      if (subject.chars().anyMatch(Character::isISOControl)) {
        throw new IllegalArgumentException("subject: has control characters (expected: one line)");
      }
    }
  }

  /**
   * A text, as of SMS.
   *
   * @param text without markup
   */
  record Text(String text) implements Content {}

  /**
   * Content with its own form: the body of a webhook, or the name and parameters of a template that
   * the provider keeps.
   *
   * @param json one JSON value
   */
  record Structured(String json) implements Content {}
}
