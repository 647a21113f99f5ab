package io.messina.client;

/**
 * How much a claim group has out at once.
 *
 * @param maxInFlight events per shard
 * @param maxConcurrentPerKey events of a key; 0 for no limit
 * @param rateLimit events per second; 0 for no limit
 * @param maxUnfinished events per shard that are behind the oldest unfinished one and not done
 */
public record GroupLimits(
    int maxInFlight, int maxConcurrentPerKey, int rateLimit, int maxUnfinished) {}
