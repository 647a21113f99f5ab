package io.messina.api;

/**
 * Any JSON, as part of a record.
 *
 * @param text without blanks between its parts
 */
public record Json(String text) {

  /**
   * JSON in its shortest form.
   *
   * @param text any well-formed JSON
   * @throws IllegalArgumentException if it is not well-formed
   */
  public Json {
    text = Wire.shortest(text);
  }

  @Override
  public String toString() {
    return text;
  }
}
