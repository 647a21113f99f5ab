package io.messina.api.feature;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which items to read of the lists of several entities.
 *
 * @param entityType what has the feature
 * @param feature what the feature is called
 * @param version which version
 * @param entities whose lists: 1 to 100
 * @param after where to go on, by entity: what its list before called next; the others begin with
 *     the newest item
 * @param minTime as {@link ListQuery#minTime}
 * @param maxTime as {@link ListQuery#maxTime}
 * @param limit of each list, as {@link ListQuery#limit}
 */
public record ListsQuery(
    @Field("what has the feature") String entityType,
    @Field("what the feature is called") String feature,
    @Field(value = "which version; by default the first one", otherwise = "")
        FeatureVersion version,
    @Field(value = "whose lists", min = "1", max = "100") List<EntityId> entities,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field("where to go on, by entity: what its list before called next")
        Map<String, String> after,
    @Field(ListQuery.MIN_TIME) Optional<Instant> minTime,
    @Field(ListQuery.MAX_TIME) Optional<Instant> maxTime,
    @Field(
            value = "how many items of each at most",
            min = "1",
            max = "" + ListQuery.LIMIT_MAX,
            otherwise = "100")
        int limit) {

  /**
   * Which items to read of each list.
   *
   * @return without a place to go on
   */
  public ListQuery each() {
    return new ListQuery(minTime, maxTime, limit, Optional.empty());
  }
}
