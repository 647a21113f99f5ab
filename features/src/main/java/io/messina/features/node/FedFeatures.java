package io.messina.features.node;

import io.messina.api.feature.AddedItems;
import io.messina.api.feature.FeedOptions;
import io.messina.api.feature.ListItem;
import io.messina.features.FeatureCatalog;
import io.messina.features.FeatureRef;
import io.messina.features.StoredFeature;
import io.messina.features.contents.Lists;
import io.messina.features.contents.Scalars;
import io.messina.runtime.Micros;
import java.time.Instant;
import java.util.List;

/**
 * The features that feeds write, each event as of its append time.
 *
 * @param catalog finds them
 * @param lists writes items
 * @param scalars writes values
 * @param work bounds the number of events that all feeds write at the same time
 */
record FedFeatures(FeatureCatalog catalog, Lists lists, Scalars scalars, FeedWork work) {

  StoredFeature find(FeedOptions feed) {
    return catalog.find(FeatureRef.of(feed.feature()).in(feed.version()));
  }

  void put(StoredFeature scalar, FedEvent fed, Instant appendTime) {
    scalars.putAsOf(scalar, fed.entity(), fed.value(), fed.time(), appendTime);
  }

  AddedItems add(StoredFeature list, FedEvent fed, Instant appendTime) {
    List<ListItem> item = List.of(new ListItem(fed.value(), fed.time()));
    return lists.addAsOf(list, fed.entity(), item, Micros.of(appendTime));
  }
}
