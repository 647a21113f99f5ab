package io.messina.stream.catalog;

/**
 * A range of names.
 *
 * @param from the least
 * @param below larger than all of them
 */
record NameRange(String from, String below) {

  /** One name. */
  static NameRange only(String name) {
    return new NameRange(name, name + '\0');
  }

  /** All names with a prefix, which must not be empty. */
  static NameRange beginning(String prefix) {
    int last = prefix.length() - 1;
    return new NameRange(prefix, prefix.substring(0, last) + (char) (prefix.charAt(last) + 1));
  }
}
