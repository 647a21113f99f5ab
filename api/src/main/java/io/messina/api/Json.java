package io.messina.api;

/**
 * Any JSON, as part of a record.
 *
 * @param text without blanks between its parts
 */
public record Json(String text) {

  public Json {
    text = Wire.shortest(text);
  }

  @Override
  public String toString() {
    return text;
  }
}
