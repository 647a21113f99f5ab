package io.messina.api.feature;

import io.messina.api.Field;
import java.util.Optional;

/** Result of removing items. */
public record RemovedItems(
    @Field("number of removed items; absent if all were removed, which are not counted")
        Optional<Long> removed) {}
