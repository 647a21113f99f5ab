package io.messina.api.message.protocol;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.Wire;
import java.util.Map;

/** Options of a message centre (SMSC) by SMPP 3.4. Begin with {@link #of}. */
public record SmppOptions(
    @Field(value = "host of the message centre", min = "1", max = "255") String host,
    @Field(value = "port of the message centre", min = "1", max = "65535", otherwise = "2775")
        int port,
    @Field(
            value =
                "whether the connection is encrypted, with the certificate checked against the"
                    + " host",
            otherwise = "false")
        boolean tls,
    @JsonUnwrapped SmppAccount account,
    @JsonUnwrapped SmppForm form,
    @JsonUnwrapped SmppInbound inbound,
    @JsonUnwrapped SmppLimits limits)
    implements SmppOptionsWithers {

  public SmppOptions {
    RecordField.check(SmppOptions.class, host, port, tls);
  }

  /**
   * One bind as a transceiver, without TLS, with receipts.
   *
   * @param password where its password is: {@code env:NAME} or {@code file:PATH}
   */
  public static SmppOptions of(String host, int port, String systemId, String password) {
    return Wire.of(
        SmppOptions.class,
        Map.of("host", host, "port", port, "system_id", systemId, "password", password));
  }
}
