package io.messina.server.json;

/** Texts as RFC 4180 has them. */
public final class Csv {

  private Csv() {}

  /**
   * A cell.
   *
   * @param text any
   * @return within quotes where it needs them, which are doubled in it
   */
  public static String cell(String text) {
    boolean isPlain = text.chars().noneMatch(c -> c == '"' || c == ',' || c == '\n' || c == '\r');
    return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
