package io.messina.api.message.report;

import io.messina.api.Field;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A page of usage and its cost. */
public record UsageRows(
    @Field("rows by day, account, channel, connector and country") List<UsageRow> rows,
    @Field("time up to which no event is missing; absent before the first message")
        Optional<Instant> completeTo,
    @Field("shards that could not be read; their messages are not in the rows")
        List<Integer> missing,
    @Field("start of the next page; absent on the last one") Optional<String> next) {

  public UsageRows {
    rows = List.copyOf(rows);
    missing = List.copyOf(missing);
  }
}
