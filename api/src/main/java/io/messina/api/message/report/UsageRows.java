package io.messina.api.message.report;

import io.messina.api.Field;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A page of what was sent, and what it costs.
 *
 * @param rows by day, account, channel, connector and country
 * @param completeTo the time up to which nothing that was told in time is missing; empty before the
 *     first message
 * @param missing shards that could not be read, whose messages are not in the rows
 * @param next where the next page begins; empty on the last one
 */
public record UsageRows(
    @Field("by day, account, channel, connector and country") List<UsageRow> rows,
    @Field("the time up to which nothing is missing") Optional<Instant> completeTo,
    @Field("shards that could not be read; their messages are not in the rows")
        List<Integer> missing,
    @Field("where the next page begins; absent on the last one") Optional<String> next) {

  /** Takes copies. */
  public UsageRows {
    rows = List.copyOf(rows);
    missing = List.copyOf(missing);
  }
}
