package io.messina.connectors.http;

/** A message does not fit the templates of a connector, or the templates are wrong. */
final class RenderException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  RenderException(String sentence) {
    super(sentence);
  }
}
