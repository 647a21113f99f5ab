package io.messina.api.message.protocol;

import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.Wire;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A mail server and its account. */
public record SmtpServer(
    @Field(
            value = "name, which the certificate must have, or address of the mail server",
            min = "1",
            max = "253")
        String host,
    @Field(value = "port of the mail server", min = "1", max = "65535", otherwise = "587") int port,
    @Field(value = "encryption of the connection", otherwise = "starttls") SmtpTls tls,
    @Field(value = "name of the account, if the server requires one", min = "1", max = "320")
        Optional<String> user,
    @Field(
            value = "reference env:NAME or file:PATH to the password; required with user",
            min = "5",
            max = "1000")
        Optional<String> password)
    implements SmtpServerWithers {

  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:-]+");

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

  /** A server on port 587 that is reached by STARTTLS and wants no password. */
  public static SmtpServer of(String host) {
    return Wire.of(SmtpServer.class, Map.of("host", host));
  }

  /** Sets the port and how the connection is encrypted. */
  public SmtpServer at(int number, SmtpTls encryption) {
    return port(number).tls(encryption);
  }

  /**
   * Sets the account.
   *
   * @param reference to its password, as {@code env:NAME} or {@code file:PATH}
   */
  public SmtpServer account(String name, String reference) {
    return new SmtpServer(host, port, tls, Optional.of(name), Optional.of(reference));
  }
}
