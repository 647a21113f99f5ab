package io.messina.api.message.connector;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import io.messina.api.message.AccountName;
import java.util.Optional;

/** Options of a connector to one provider. It contains references to secrets, never secrets. */
public record ConnectorOptions(
    @Field("account that alone may use the connector; all accounts if absent")
        Optional<AccountName> account,
    @JsonUnwrapped ConnectorProtocol protocol,
    @JsonUnwrapped SendOptions send,
    @Field("pace of the messages; unlimited if absent") Optional<PaceOptions> pace,
    @Field("how callbacks of the provider are read; no callbacks if absent")
        Optional<ReceiptOptions> receipts,
    @JsonUnwrapped PriceList priceList) {

  /** A connector for all accounts, without a pace, without prices. */
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
