package io.messina.messaging.template;

import io.messina.api.WireException;

/** Errors of templates and of their parameters. */
final class TemplateErrors {

  private TemplateErrors() {}

  /** As in {@code languages.en.text: {{{name}}} (expected: {{name}})}. */
  static WireException of(String place, String found, String expected) {
    return of(place + ": " + found + " (expected: " + expected + ")");
  }

  static WireException of(String sentence) {
    return new WireException(WireException.Fault.OUT_OF_BOUNDS, sentence);
  }
}
