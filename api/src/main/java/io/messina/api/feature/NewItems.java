package io.messina.api.feature;

import io.messina.api.Field;
import java.util.List;

/**
 * Items to add to a list.
 *
 * @param items 1 to 500
 */
public record NewItems(@Field(value = "all or none of them", min = "1") List<ListItem> items) {}
