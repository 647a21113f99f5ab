package io.messina.features.node;

import io.messina.api.Position;
import io.messina.api.WireException;
import io.messina.api.feature.FeatureKind;
import io.messina.api.feature.FeedDefinition;
import io.messina.features.StoredFeature;
import io.messina.runtime.RequestException;
import io.messina.stream.FollowHandler;
import io.messina.stream.StoredEvent;
import io.messina.stream.owner.EventGuard;
import java.util.List;

/**
 * Feeds the events of one feed, once each. Each is written on its own, as of its append time, so
 * that it makes no difference with which others or how late it is read, or whether it comes twice.
 * Events without a value that the feature can hold are counted and skipped, and so are those for
 * which something unforeseen is thrown; if the feature cannot be reached, the events come again.
 */
final class FeedHandler implements FollowHandler {

  private final FedFeatures features;
  private final FeedDefinition feed;
  private final FeedPointers pointers;
  private final FeedProgress progress;
  private final FeedTally tally;

  FeedHandler(FedFeatures features, FeedDefinition feed, FeedProgress progress, FeedTally tally) {
    this.features = features;
    this.feed = feed;
    this.pointers = FeedPointers.of(feed.options());
    this.progress = progress;
    this.tally = tally;
  }

  @Override
  public void handle(List<StoredEvent> events) {
    int shard = events.getFirst().id().shard();
    tally.at(events.getFirst());
    try {
      feed(events);
      tally.at(events.getLast());
      tally.over(shard);
    } catch (RuntimeException e) {
      tally.met(shard, e);
      throw e;
    }
  }

  @Override
  public void lost(int shard, List<Position> ends) {
    tally.lost(shard, ends);
  }

  private void feed(List<StoredEvent> events) {
    StoredFeature feature = features.find(feed.options());
    List<StoredEvent> unfed = progress.unfed(feature.key(), events);
    tally.passed(events.size() - unfed.size());
    if (!unfed.isEmpty()) {
      features.work().each(unfed, event -> feed(feature, event));
    }
    progress.done(feature.key(), events);
  }

  private void feed(StoredFeature feature, StoredEvent event) {
    try {
      FedEvent fed = FedEvent.read(pointers, event);
      if (feature.options().type() == FeatureKind.SCALAR) {
        features.put(feature, fed, event.appendTime());
        tally.fed();
      } else {
        tally.fed(features.add(feature, fed, event.appendTime()));
      }
    } catch (RequestException.Refused | WireException e) {
      tally.skipped(event.id() + ": " + e.getMessage());
    } catch (RequestException.NotFound e) {
      throw e; // nothing that the event says
    } catch (Throwable failure) {
      if (!EventGuard.isOfEvent(failure)) {
        throw failure;
      }
      tally.unforeseen(event, failure);
    }
  }
}
