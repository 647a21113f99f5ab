package io.messina.features.feed;

import io.messina.features.FeatureDefinition;
import io.messina.features.FeatureException;
import io.messina.features.FeatureKind;
import io.messina.features.FeatureRef;
import io.messina.features.FeedDefinition;
import io.messina.features.FeedOptions;
import io.messina.features.list.ListItem;
import io.messina.store.RowKey;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamId;
import io.messina.stream.consume.FollowHandler;
import io.messina.stream.time.Micros;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Feeds the events of one feed. Each is written on its own, as of its append time, so that it makes
 * no difference in which company it is read again. What says nothing that the feature can hold is
 * counted and skipped; where the feature cannot be reached, the events come again.
 */
final class FeedHandler implements FollowHandler {

  private final FeedSite site;
  private final FeedDefinition feed;
  private final StreamId stream;
  private final FeedTally tally;
  private final Map<RowKey, FeedMark> marks = new ConcurrentHashMap<>();

  FeedHandler(FeedSite site, FeedDefinition feed, StreamId stream, FeedTally tally) {
    this.site = site;
    this.feed = feed;
    this.stream = stream;
    this.tally = tally;
  }

  @Override
  public void handle(List<StoredEvent> events) {
    FeedOptions options = feed.options();
    FeatureRef ref = FeatureRef.of(options.feature()).in(options.version());
    FeatureDefinition feature =
        site.catalog()
            .freshView()
            .feature(options.feature())
            .orElseThrow(() -> gone(options.feature()));
    RowKey key = markKey(feature.key(ref.version()).orElseThrow(() -> gone(ref)), events);
    FeedMark mark = marks.computeIfAbsent(key, absent -> FeedMark.read(site, absent));
    var _ =
        site.together()
            .each(
                events,
                event -> {
                  feed(mark, ref, feature, event);
                  return true;
                });
    mark.advance(events.getLast().id().position());
  }

  private void feed(FeedMark mark, FeatureRef ref, FeatureDefinition feature, StoredEvent event) {
    if (mark.isPast(event)) {
      tally.passed();
      return;
    }
    try {
      write(ref, feature, event);
      tally.fed();
    } catch (FeatureException.Refused e) {
      tally.skipped(event.id() + ": " + e.getMessage());
    }
  }

  private void write(FeatureRef ref, FeatureDefinition feature, StoredEvent event) {
    FedEvent fed = FedEvent.read(feed.options(), feature.options().valueType(), event);
    if (feature.options().kind() == FeatureKind.SCALAR) {
      site.scalars().put(ref, fed.entity(), fed.value(), fed.time());
    } else {
      var _ =
          site.lists()
              .addAsOf(
                  ref,
                  fed.entity(),
                  List.of(new ListItem(fed.value(), fed.time())),
                  Micros.of(event.appendTime()));
    }
  }

  private RowKey markKey(String featureKey, List<StoredEvent> events) {
    return FeedMarkTable.key(
        feed.name() + "~" + feed.generation(),
        featureKey,
        stream + "/" + events.getFirst().id().shard());
  }

  private static FeatureException.NotFound gone(Object what) {
    return new FeatureException.NotFound("feature: " + what + " (expected: one that is there)");
  }
}
