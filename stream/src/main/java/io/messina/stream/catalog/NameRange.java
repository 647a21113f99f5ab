package io.messina.stream.catalog;

/**
 * Names that lie next to each other.
 *
 * @param from the first one that may be among them
 * @param below larger than all of them
 */
public record NameRange(String from, String below) {

  /** One name. */
  static NameRange only(String name) {
    return new NameRange(name, name + '\0');
  }

  /** All names that begin with a text, which is not empty. */
  static NameRange beginning(String prefix) {
    int last = prefix.length() - 1;
    return new NameRange(prefix, prefix.substring(0, last) + (char) (prefix.charAt(last) + 1));
  }
}
