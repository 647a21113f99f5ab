package io.messina.api.message.protocol;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.util.Optional;

/**
 * Who binds to a message centre.
 *
 * @param systemId the name of the account
 * @param password where its password is: {@code env:NAME} or {@code file:PATH}; the protocol takes
 *     at most 8 characters
 * @param systemType as the provider wants it; empty for none
 * @param transceiver whether one bind both sends and receives; else receipts come by another bind,
 *     which only receives
 * @param binds how many binds send
 */
public record SmppAccount(
    @Field(value = "the name of the account", min = "1", max = "15") String systemId,
    @Field(value = "where the password is, as env:NAME or file:PATH", min = "5", max = "1000")
        String password,
    @Field(value = "the system type, if the provider wants one", max = "12")
        Optional<String> systemType,
    @Field(value = "whether one bind both sends and receives", otherwise = "true")
        boolean transceiver,
    @Field(value = "how many binds send", min = "1", max = "16", otherwise = "1") int binds) {

  /**
   * A checked account.
   *
   * @throws IllegalArgumentException if a value is out of bounds
   */
  public SmppAccount {
    RecordField.check(SmppAccount.class, systemId, password, systemType, transceiver, binds);
    SecretReference.check("password", password);
  }

  /**
   * One bind as a transceiver, of no system type.
   *
   * @param systemId the name of the account
   * @param password where its password is
   * @return the account
   */
  public static SmppAccount of(String systemId, String password) {
    return new SmppAccount(systemId, password, Optional.empty(), true, 1);
  }
}
