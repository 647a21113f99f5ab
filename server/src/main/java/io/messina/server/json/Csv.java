package io.messina.server.json;

/** Texts as RFC 4180 has them. */
public final class Csv {

  private Csv() {}

  /** A cell. */
  public static String cell(String text) {
    boolean isPlain = text.chars().noneMatch(c -> c == '"' || c == ',' || c == '\n' || c == '\r');
    return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
