package io.messina.api.message.report;

import io.messina.api.Field;
import io.messina.api.message.AccountName;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How far the messages of a campaign have come.
 *
 * @param account whose it is
 * @param campaign as its messages name it
 * @param totals how many messages are in which state now, by {@code MessageState}; states in which
 *     none is are left out
 * @param completeTo the time up to which nothing that was told in time is missing; empty before the
 *     first message
 * @param missing shards that could not be read, whose messages are not in the totals
 * @param incomplete whether some may not be counted, or in a former state, as what happened had
 *     expired before it was counted
 */
public record CampaignReport(
    @Field("whose it is") AccountName account,
    @Field("as its messages name it") String campaign,
    @Field("how many messages are in which state") Map<String, Long> totals,
    @Field("the time up to which nothing is missing") Optional<Instant> completeTo,
    @Field("shards that could not be read; their messages are not in the totals")
        List<Integer> missing,
    @Field("whether some may not be counted, or in a former state") boolean incomplete) {

  /** Takes copies. */
  public CampaignReport {
    totals = Collections.unmodifiableMap(new LinkedHashMap<>(totals));
    missing = List.copyOf(missing);
  }
}
