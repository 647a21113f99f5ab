package io.messina.api.message.connector;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import io.messina.api.message.AccountName;
import java.util.Optional;

/**
 * How messages reach one provider. Secrets are never in it: where one is needed there is a
 * reference to it.
 *
 * @param account whose messages alone it takes; absent for those of all accounts
 * @param protocol what it speaks, and to whom
 * @param send how it is used
 * @param pace how fast messages leave; absent for as fast as it goes
 * @param receipts how callbacks of the provider are read; absent if it makes none
 * @param priceList what the provider asks for
 */
public record ConnectorOptions(
    @Field("whose messages alone it takes; absent for those of all accounts")
        Optional<AccountName> account,
    @JsonUnwrapped ConnectorProtocol protocol,
    @JsonUnwrapped SendOptions send,
    @Field("how fast messages leave; absent for as fast as it goes") Optional<PaceOptions> pace,
    @Field("how callbacks of the provider are read; absent if it makes none")
        Optional<ReceiptOptions> receipts,
    @JsonUnwrapped PriceList priceList) {

  /**
   * A connector for all accounts, as fast as it goes, without prices.
   *
   * @param protocol what it speaks, and to whom
   * @return the options
   */
  public static ConnectorOptions of(ConnectorProtocol protocol) {
    return new ConnectorOptions(
        Optional.empty(),
        protocol,
        SendOptions.DEFAULT,
        Optional.empty(),
        Optional.empty(),
        PriceList.NONE);
  }
}
