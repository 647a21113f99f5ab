package io.messina.stream.node;

import io.messina.runtime.CacheBudget;
import io.messina.runtime.Context;
import io.messina.stream.catalog.Catalog;
import io.messina.stream.log.LaneFlusher;
import io.messina.stream.log.LaneLimits;

/**
 * The surroundings of the owners of shards in one process.
 *
 * @param context time, store and threads of the process; the tables exist
 * @param catalog of streams and groups
 * @param caches the memory budget of all caches of the process
 * @param lanes bounds of lanes
 * @param flusher writes the rows of all lanes
 * @param others the owners of other shards, for hints
 */
record ShardsSite(
    Context context,
    Catalog catalog,
    CacheBudget caches,
    LaneLimits lanes,
    LaneFlusher flusher,
    KnownOwners others) {}
