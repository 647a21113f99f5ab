package io.messina.api.message.protocol;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import io.messina.api.RecordField;

/**
 * How to reach a message centre (SMSC) by SMPP 3.4, and what short messages to it look like. Made
 * of {@link #of} by naming what shall be otherwise.
 *
 * @param host of the message centre
 * @param port of it
 * @param tls whether the connection is encrypted, and the certificate checked against the host
 * @param account who binds
 * @param form what messages look like
 * @param inbound what it sends by itself
 * @param limits how much, how long
 */
public record SmppOptions(
    @Field(value = "the host of the message centre", min = "1", max = "255") String host,
    @Field(value = "its port", min = "1", max = "65535", otherwise = "2775") int port,
    @Field(value = "whether the connection is encrypted", otherwise = "false") boolean tls,
    @JsonUnwrapped SmppAccount account,
    @JsonUnwrapped SmppForm form,
    @JsonUnwrapped SmppInbound inbound,
    @JsonUnwrapped SmppLimits limits) {

  /**
   * Checked options.
   *
   * @throws IllegalArgumentException if the host or port is out of bounds
   */
  public SmppOptions {
    RecordField.check(SmppOptions.class, host, port, tls);
  }

  /**
   * One bind as a transceiver, without TLS, with receipts.
   *
   * @param host of the message centre
   * @param port of it
   * @param systemId the name of the account
   * @param password where its password is: {@code env:NAME} or {@code file:PATH}
   * @return the options
   */
  public static SmppOptions of(String host, int port, String systemId, String password) {
    return new SmppOptions(
        host,
        port,
        false,
        SmppAccount.of(systemId, password),
        SmppForm.DEFAULT,
        SmppInbound.DEFAULT,
        SmppLimits.DEFAULT);
  }

  /**
   * Sets whether the connection is encrypted.
   *
   * @param encrypted whether it is
   * @return changed options
   */
  public SmppOptions tls(boolean encrypted) {
    return new SmppOptions(host, port, encrypted, account, form, inbound, limits);
  }

  /**
   * Sets who binds.
   *
   * @param binding all of it
   * @return changed options
   */
  public SmppOptions account(SmppAccount binding) {
    return new SmppOptions(host, port, tls, binding, form, inbound, limits);
  }

  /**
   * Sets what messages look like.
   *
   * @param looks all of it
   * @return changed options
   */
  public SmppOptions form(SmppForm looks) {
    return new SmppOptions(host, port, tls, account, looks, inbound, limits);
  }

  /**
   * Sets how what it sends by itself is read.
   *
   * @param reading all of it
   * @return changed options
   */
  public SmppOptions inbound(SmppInbound reading) {
    return new SmppOptions(host, port, tls, account, form, reading, limits);
  }

  /**
   * Sets how much and how long.
   *
   * @param bounds all of it
   * @return changed options
   */
  public SmppOptions limits(SmppLimits bounds) {
    return new SmppOptions(host, port, tls, account, form, inbound, bounds);
  }
}
