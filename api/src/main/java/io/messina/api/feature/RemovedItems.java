package io.messina.api.feature;

import io.messina.api.Field;
import java.util.Optional;

/**
 * How many items were removed.
 *
 * @param removed empty if all were, which are not counted
 */
public record RemovedItems(
    @Field("how many; absent where all are removed, which are not counted")
        Optional<Long> removed) {}
