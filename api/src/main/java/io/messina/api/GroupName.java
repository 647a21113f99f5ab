package io.messina.api;

/**
 * What a consumer group is called.
 *
 * @param value a letter a-z or a digit, then up to 99 of a-z, 0-9, ".", "_" and "-"
 */
public record GroupName(String value) {

  /**
   * A checked name.
   *
   * @throws IllegalArgumentException if it has other characters or is too long
   */
  public GroupName {
    Names.check("group", value);
  }

  @Override
  public String toString() {
    return value;
  }
}
