package io.messina.api.message.protocol;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A mail server, and who sends through it.
 *
 * @param host its name, which its certificate must have, or its address
 * @param port of it
 * @param tls how the connection is encrypted
 * @param user the name of the account; empty for a server that takes mail without one
 * @param password where its password is; there if and only if the user is
 */
public record SmtpServer(
    @Field(value = "the name of the mail server", min = "1", max = "253") String host,
    @Field(value = "its port", min = "1", max = "65535", otherwise = "587") int port,
    @Field(value = "how the connection is encrypted", otherwise = "starttls") SmtpTls tls,
    @Field(value = "the name of the account, if the server wants one", min = "1", max = "320")
        Optional<String> user,
    @Field(value = "where its password is, as env:NAME or file:PATH", min = "5", max = "1000")
        Optional<String> password) {

  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:-]+");

  /**
   * A checked server.
   *
   * @throws IllegalArgumentException if a value is out of bounds, or only one of user and password
   *     is there
   */
  public SmtpServer {
    RecordField.check(SmtpServer.class, host, port, tls, user, password);
    if (!HOST.matcher(host).matches()) {
      throw new IllegalArgumentException(
          "host: has other characters (expected: a name or address)");
    }
    if (user.isPresent() != password.isPresent()) {
      throw new IllegalArgumentException(
          "user: without password, or the other way (expected: both or neither)");
    }
    password.ifPresent(reference -> SecretReference.check("password", reference));
  }

  /**
   * A server on port 587 that is reached by STARTTLS and wants no password.
   *
   * @param host its name
   * @return the server
   */
  public static SmtpServer of(String host) {
    return new SmtpServer(host, 587, SmtpTls.STARTTLS, Optional.empty(), Optional.empty());
  }

  /**
   * Sets the port and how the connection is encrypted.
   *
   * @param number of the port
   * @param encryption of the connection
   * @return a changed server
   */
  public SmtpServer at(int number, SmtpTls encryption) {
    return new SmtpServer(host, number, encryption, user, password);
  }

  /**
   * Sets who sends.
   *
   * @param name of the account
   * @param reference to its password, as {@code env:NAME} or {@code file:PATH}
   * @return a changed server
   */
  public SmtpServer account(String name, String reference) {
    return new SmtpServer(host, port, tls, Optional.of(name), Optional.of(reference));
  }
}
