package io.messina.stream.shard;

import io.messina.runtime.NodeTime;
import io.messina.store.Store;
import io.messina.stream.cache.CacheBudget;
import io.messina.stream.catalog.Catalog;
import io.messina.stream.lane.LaneLimits;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;

/**
 * What the owners of shards in one process work with.
 *
 * @param store where everything is kept; its tables exist
 * @param time the process's time
 * @param random for jitter and numbers; safe for use by many threads
 * @param threads makes virtual threads
 * @param catalog what streams and groups there are
 * @param caches what all caches of the process may take
 * @param lanes how large the parts of lanes grow
 */
public record ShardsSite(
    Store store,
    NodeTime time,
    RandomGenerator random,
    ThreadFactory threads,
    Catalog catalog,
    CacheBudget caches,
    LaneLimits lanes) {}
