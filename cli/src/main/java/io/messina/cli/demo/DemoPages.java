package io.messina.cli.demo;

import io.messina.api.StreamName;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeedCounts;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.FeedOptions;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ValueType;
import io.messina.cli.terminal.Progress;
import io.messina.features.FeatureRef;
import io.messina.features.node.Features;
import io.messina.runtime.definition.Precondition;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The pages that each editor has edited: a list feature that the stream of edits feeds. */
final class DemoPages {

  private static final FeatureName PAGES = new FeatureName("user", DemoNames.RECENT_PAGES);
  private static final FeedName FEED = new FeedName(DemoNames.RECENT_PAGES);

  /** The day is one of 2015. */
  private static final Duration TTL = Duration.ofDays(36_500);

  private static final int NEWEST = 10;

  private final Features features;

  DemoPages(Features features) {
    this.features = features;
  }

  /** Deletes the data of an earlier run. */
  void delete() {
    var _ = features.feeds().delete(FEED);
    var _ = features.catalog().delete(PAGES, Precondition.NONE);
  }

  /** Begins to feed; the stream exists. */
  void create() {
    var _ = features.catalog().create(PAGES, FeatureOptions.list(ValueType.TEXT).ttl(TTL));
    var _ =
        features
            .feeds()
            .create(
                FEED,
                FeedOptions.list(new StreamName(DemoNames.EDITS), PAGES.name(), "/user", "/page")
                    .time("/time"));
  }

  /** Waits until no edit is left; counts only show how far it is, as edits may come twice. */
  void awaitFed(int edits, Progress.Step step) {
    Patience.await(
        () -> features.feeds().isDrained(FEED),
        this::handled,
        handled -> step.reach(Math.min(handled, edits)),
        handled -> "nothing was fed, at %d edits (%s),".formatted(handled, trouble()));
    step.reach(edits);
  }

  private long handled() {
    FeedCounts counts = features.feeds().counts(FEED);
    return counts.fed() + counts.skipped() + counts.passed();
  }

  private String trouble() {
    return features
        .feeds()
        .status(features.catalog().feed(FEED))
        .trouble()
        .orElse("no reason known");
  }

  /** The newest pages of some editors, newest first. */
  Map<String, List<String>> of(List<String> editors) {
    Map<String, List<String>> pages = new LinkedHashMap<>();
    for (String editor : editors) {
      pages.put(
          editor,
          features
              .lists()
              .get(FeatureRef.of(PAGES), new EntityId(editor), ListQuery.newest(NEWEST))
              .items()
              .stream()
              .map(item -> item.value().text())
              .toList());
    }
    return pages;
  }
}
