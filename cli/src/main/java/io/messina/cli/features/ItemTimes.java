package io.messina.cli.features;

import io.messina.api.feature.ListQuery;
import io.messina.client.features.ListClient;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Between which times items lie. */
final class ItemTimes {

  /** Later than any item. */
  private static final Instant NEVER = Instant.parse("9999-12-31T23:59:59Z");

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "Only items of this time or later, as in 2015-09-12T12:00:00Z.")
  private @Nullable Instant since;

  @Option(names = "--before", paramLabel = "TIME", description = "Only items of an earlier time.")
  private @Nullable Instant before;

  ListQuery newest(int limit) {
    ListQuery query = ListQuery.newest(limit);
    ListQuery from = since == null ? query : query.since(since);
    return before == null ? from : from.before(before);
  }

  long count(ListClient list, String entity) {
    return since == null && before == null
        ? list.count(entity)
        : list.count(
            entity, since == null ? Instant.EPOCH : since, before == null ? NEVER : before);
  }
}
