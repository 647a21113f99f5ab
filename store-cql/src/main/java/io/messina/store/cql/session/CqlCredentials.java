package io.messina.store.cql.session;

/**
 * A name and a password. The password is in no text that this class gives.
 *
 * @param user the role's name, not empty
 * @param password its password
 */
public record CqlCredentials(String user, String password) {

  /**
   * Checked credentials.
   *
   * @throws IllegalArgumentException if the name is empty
   */
  public CqlCredentials {
    if (user.isEmpty()) {
      throw new IllegalArgumentException("user: empty (expected: the name of a role)");
    }
  }

  /** The name, without the password. */
  @Override
  public String toString() {
    return "user " + user;
  }
}
