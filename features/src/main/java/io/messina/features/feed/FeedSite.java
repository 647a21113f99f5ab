package io.messina.features.feed;

import io.messina.features.catalog.FeatureCatalog;
import io.messina.features.list.Lists;
import io.messina.features.scalar.Scalars;
import io.messina.runtime.NodeTime;
import io.messina.store.Store;
import io.messina.stream.node.Streams;
import java.util.concurrent.ThreadFactory;

/**
 * What feeds work with.
 *
 * @param store with the table {@link FeedMarkTable#FEED_MARKS}
 * @param streams where events come from
 * @param catalog what feeds there are
 * @param lists what they feed
 * @param scalars what they feed
 * @param time the process's time
 * @param threads makes virtual threads
 * @param work feeds several events at the same time
 */
public record FeedSite(
    Store store,
    Streams streams,
    FeatureCatalog catalog,
    Lists lists,
    Scalars scalars,
    NodeTime time,
    ThreadFactory threads,
    FeedWork work) {}
