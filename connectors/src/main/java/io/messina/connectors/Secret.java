package io.messina.connectors;

/**
 * A password, token or key. Its text shows in no log, as {@link #toString} hides it.
 *
 * @param text what must not be shown
 */
public record Secret(String text) {

  @Override
  public String toString() {
    return "(hidden)";
  }
}
