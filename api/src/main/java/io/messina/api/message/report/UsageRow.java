package io.messina.api.message.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import java.util.Optional;

/** The usage of an account on one day, through one connector, to one country. */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record UsageRow(
    @Field("account of the messages") AccountName account,
    @Field("channel of the messages") Channel channel,
    @Field("connector that sent them") String connector,
    @Field("country of the recipients in two letters, if numbers show it") Optional<String> country,
    @Field("day of UTC, as in 2026-03-01") String day,
    @Field("messages that the provider has accepted, each once") long messages,
    @Field("parts that the provider counts, at least one for each message") long parts,
    @Field(
            "cost of the parts at the connector's current price, with at most six decimals; absent"
                + " without a price")
        Optional<String> amount,
    @Field("currency of the amount") Optional<String> currency,
    @Field("whether messages may be missing, because events had expired before they were counted")
        boolean incomplete) {}
