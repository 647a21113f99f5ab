package io.messina.runtime.definition;

/**
 * A range of names.
 *
 * @param from the least
 * @param below larger than all of them
 */
public record NameRange(String from, String below) {

  /**
   * One name.
   *
   * @param name which
   */
  public static NameRange only(String name) {
    return new NameRange(name, name + '\0');
  }

  /**
   * All names with a prefix.
   *
   * @param prefix not empty
   */
  public static NameRange beginning(String prefix) {
    int last = prefix.length() - 1;
    return new NameRange(prefix, prefix.substring(0, last) + (char) (prefix.charAt(last) + 1));
  }
}
