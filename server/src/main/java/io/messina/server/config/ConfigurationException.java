package io.messina.server.config;

/** The configuration is wrong; the message is one sentence for its author. */
public final class ConfigurationException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * A wrong configuration.
   *
   * @param message as in {@code --port: 99999 (expected: a whole number from 0 to 65535)}
   */
  public ConfigurationException(String message) {
    super(message, null, false, false);
  }
}
