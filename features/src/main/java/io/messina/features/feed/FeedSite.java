package io.messina.features.feed;

import io.messina.features.catalog.FeatureCatalog;
import io.messina.features.list.Lists;
import io.messina.features.scalar.Scalars;
import io.messina.runtime.Context;
import io.messina.stream.node.Streams;

/**
 * What feeds work with.
 *
 * @param context has the store, with the table {@link FeedMarkTable#FEED_MARKS}
 * @param streams where events come from
 * @param catalog what feeds there are
 * @param lists what they feed
 * @param scalars what they feed
 * @param work feeds several events at the same time
 */
public record FeedSite(
    Context context,
    Streams streams,
    FeatureCatalog catalog,
    Lists lists,
    Scalars scalars,
    FeedWork work) {}
