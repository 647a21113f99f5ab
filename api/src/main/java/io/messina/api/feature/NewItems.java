package io.messina.api.feature;

import io.messina.api.Field;
import java.util.List;

/** Items to add to a list. */
public record NewItems(
    @Field(value = "items, all or none of which are added", min = "1") List<ListItem> items) {}
