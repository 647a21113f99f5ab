package io.messina.api.message.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import java.util.Optional;

/**
 * What was sent for an account on one day, through one connector, to one country.
 *
 * @param account whose messages they are
 * @param channel by which kind of way
 * @param connector through which they went
 * @param country of the recipients, two letters, where numbers tell
 * @param day in UTC, as in {@code 2026-03-01}
 * @param messages how many the provider has taken, each once
 * @param parts how many of which the provider counts, at least one for each message
 * @param amount the parts at the price of the connector as it is now, as a decimal of at most six
 *     digits behind the point; absent without a price
 * @param currency of the amount
 * @param incomplete whether some may not be counted, as what happened had expired before it was
 *     counted
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record UsageRow(
    @Field("whose messages they are") AccountName account,
    @Field("by which kind of way") Channel channel,
    @Field("through which they went") String connector,
    @Field("of the recipients, two letters, where numbers tell") Optional<String> country,
    @Field("in UTC") String day,
    @Field("how many the provider has taken") long messages,
    @Field("how many parts the provider counts") long parts,
    @Field("the parts at the price of the connector as it is now") Optional<String> amount,
    @Field("of the amount") Optional<String> currency,
    @Field("whether some may not be counted") boolean incomplete) {}
