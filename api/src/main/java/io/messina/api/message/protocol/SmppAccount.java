package io.messina.api.message.protocol;

import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.Wire;
import java.util.Map;
import java.util.Optional;

/** The account at a message centre. */
public record SmppAccount(
    @Field(value = "name of the account", min = "1", max = "15") String systemId,
    @Field(
            value = "reference env:NAME or file:PATH to the password, at most 8 characters",
            min = "5",
            max = "1000")
        String password,
    @Field(value = "system type, if the provider requires one", max = "12")
        Optional<String> systemType,
    @Field(
            value = "whether one bind both sends and receives; else another bind receives",
            otherwise = "true")
        boolean transceiver,
    @Field(value = "number of binds that send", min = "1", max = "16", otherwise = "1") int binds) {

  public SmppAccount {
    RecordField.check(SmppAccount.class, systemId, password, systemType, transceiver, binds);
    SecretReference.check("password", password);
  }

  /** One bind as a transceiver, of no system type. */
  public static SmppAccount of(String systemId, String password) {
    return Wire.of(SmppAccount.class, Map.of("system_id", systemId, "password", password));
  }
}
