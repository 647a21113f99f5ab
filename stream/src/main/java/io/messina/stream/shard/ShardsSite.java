package io.messina.stream.shard;

import io.messina.runtime.Context;
import io.messina.runtime.Site;
import io.messina.stream.cache.CacheBudget;
import io.messina.stream.catalog.Catalog;
import io.messina.stream.lane.LaneLimits;

/**
 * What the owners of shards in one process work with.
 *
 * @param context what the process works with; the tables exist
 * @param catalog what streams and groups there are
 * @param caches what all caches of the process may take
 * @param lanes how large the parts of lanes grow
 */
public record ShardsSite(Context context, Catalog catalog, CacheBudget caches, LaneLimits lanes)
    implements Site {}
