package io.messina.cli.remote;

import io.messina.api.Durations;
import io.messina.api.Position;
import io.messina.client.GroupDefinition;
import io.messina.client.GroupStatus;
import io.messina.client.ShardProgress;
import io.messina.client.Start;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A group as fields, in the order and by the names of the HTTP API. */
final class GroupFields {

  private GroupFields() {}

  static Map<String, @Nullable Object> of(GroupDefinition group) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("name", group.name().value());
    fields.put("generation", group.generation());
    fields.put("stream", group.stream().value());
    fields.put("start", start(group.start()));
    fields.put("lease", Durations.format(group.lease()));
    fields.put("max_attempts", group.maxAttempts());
    fields.put("order", group.order().name().toLowerCase(Locale.ROOT));
    fields.put("delivery", group.delivery().name().toLowerCase(Locale.ROOT));
    fields.put("max_in_flight", group.limits().maxInFlight());
    fields.put("max_concurrent_per_key", group.limits().maxConcurrentPerKey());
    fields.put("rate_limit", group.limits().rateLimit());
    fields.put("max_unfinished", group.limits().maxUnfinished());
    fields.put("backoff", backoff(group));
    return fields;
  }

  static Map<String, @Nullable Object> ofStatus(GroupStatus status) {
    Map<String, @Nullable Object> fields = of(status.definition());
    fields.put("lag", known(status.lag()));
    if (!status.missing().isEmpty()) {
      fields.put("missing", status.missing());
    }
    fields.put("in_flight", status.inFlight());
    fields.put("dead", known(status.dead()));
    fields.put("shards", shards(status));
    return fields;
  }

  private static @Nullable Long known(OptionalLong number) {
    return number.isPresent() ? number.getAsLong() : null;
  }

  static List<Map<String, @Nullable Object>> shards(GroupStatus status) {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    status.shards().forEach((number, shard) -> rows.add(row(number, shard)));
    return rows;
  }

  private static Map<String, @Nullable Object> row(int number, ShardProgress shard) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("shard", number);
    row.put("end", shard.end().map(Position::toString).orElse(null));
    row.put("floor", shard.floor().map(Position::toString).orElse(null));
    row.put("lag", shard.lag());
    row.put("in_flight", shard.inFlight());
    row.put("waiting", shard.waiting());
    row.put("followed", shard.followed().map(Position::toString).orElse(null));
    row.put("oldest_unfinished", shard.oldestUnfinished().orElse(null));
    row.put("paused", shard.paused());
    row.put("set_aside", shard.setAside().orElse(null));
    return row;
  }

  private static Map<String, Object> backoff(GroupDefinition group) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("first", Durations.format(group.backoff().first()));
    fields.put("longest", Durations.format(group.backoff().longest()));
    fields.put("jitter_percent", group.backoff().jitterPercent());
    return fields;
  }

  private static String start(Start start) {
    return switch (start) {
      case Start.Earliest _ -> "earliest";
      case Start.Latest _ -> "latest";
      case Start.Since(var time) -> time.toString();
    };
  }
}
