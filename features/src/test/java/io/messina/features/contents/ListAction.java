package io.messina.features.contents;

import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ListItem;
import java.time.Duration;
import java.util.List;

/** What a client does to a list. */
public sealed interface ListAction {

  /** Adds items. */
  record Add(List<ListItem> items) implements ListAction {}

  /** Removes a value. */
  record Remove(FeatureValue value) implements ListAction {}

  /** Removes all. */
  record RemoveAll() implements ListAction {}

  /** Keeps the newest. */
  record Trim(int newest) implements ListAction {}

  /** Lets time pass. */
  record Wait(Duration duration) implements ListAction {}
}
