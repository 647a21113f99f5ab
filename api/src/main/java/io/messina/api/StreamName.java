package io.messina.api;

/**
 * What a stream is called.
 *
 * @param value a letter a-z or a digit, then up to 99 of a-z, 0-9, ".", "_" and "-"
 */
public record StreamName(String value) {

  /**
   * A checked name.
   *
   * @throws IllegalArgumentException if it has other characters or is too long
   */
  public StreamName {
    Names.check("stream", value);
  }

  @Override
  public String toString() {
    return value;
  }
}
