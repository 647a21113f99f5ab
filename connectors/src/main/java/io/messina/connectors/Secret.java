package io.messina.connectors;

/**
 * A password, token or key. {@link #toString} hides its text, so that no log shows it.
 *
 * @param text the secret itself
 */
public record Secret(String text) {

  @Override
  public String toString() {
    return "(hidden)";
  }
}
