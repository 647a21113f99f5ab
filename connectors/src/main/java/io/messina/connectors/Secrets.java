package io.messina.connectors;

/**
 * Finds secrets by the references that definitions hold in their stead: {@code env:NAME} for a
 * variable of the environment, {@code file:PATH} for a file with one line.
 */
@FunctionalInterface
public interface Secrets {

  /**
   * Finds a secret.
   *
   * @param reference to it
   * @return the secret, read again each time, so that a file may be replaced
   * @throws IllegalArgumentException if the reference has another form, or names nothing; the
   *     sentence names the reference
   */
  Secret find(String reference);
}
