package io.messina.api.message.report;

import io.messina.api.Field;
import io.messina.api.message.AccountName;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The progress of the messages of a campaign. */
public record CampaignReport(
    @Field("account of the campaign") AccountName account,
    @Field("name of the campaign in its messages") String campaign,
    @Field("number of messages in each state; states without messages are left out")
        Map<String, Long> totals,
    @Field("time up to which no event is missing; absent before the first message")
        Optional<Instant> completeTo,
    @Field("shards that could not be read; their messages are not in the totals")
        List<Integer> missing,
    @Field(
            "whether messages may be missing or in a former state, because events had expired"
                + " before they were counted")
        boolean incomplete) {

  public CampaignReport {
    totals = Collections.unmodifiableMap(new LinkedHashMap<>(totals));
    missing = List.copyOf(missing);
  }
}
