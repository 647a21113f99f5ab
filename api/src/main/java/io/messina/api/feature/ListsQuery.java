package io.messina.api.feature;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which items to read of the lists of several entities. */
public record ListsQuery(
    @Field("type of the entities") String entityType,
    @Field("name of the feature") String feature,
    @Field(value = "version of the feature; by default the first one", otherwise = "")
        FeatureVersion version,
    @Field(value = "entities whose lists are read", min = "1", max = "100") List<EntityId> entities,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field(
            "value of next in the previous answer, by entity; the other entities begin with their"
                + " newest item")
        Map<String, String> after,
    @Field(ListQuery.MIN_TIME) Optional<Instant> minTime,
    @Field(ListQuery.MAX_TIME) Optional<Instant> maxTime,
    @Field(
            value = "maximum number of items of each list",
            min = "1",
            max = "" + ListQuery.LIMIT_MAX,
            otherwise = "100")
        int limit) {

  /**
   * Which items to read of each list.
   *
   * @return without a start
   */
  public ListQuery each() {
    return new ListQuery(minTime, maxTime, limit, Optional.empty());
  }
}
