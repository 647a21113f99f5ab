package io.messina.stream.ownership;

import io.messina.runtime.Micros;
import io.messina.runtime.NodeTime;
import io.messina.store.HybridClock;
import io.messina.store.Store;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;

/**
 * Where an {@link Ownership} works.
 *
 * @param store with the tables {@link MemberTable#MEMBERS} and {@link ShardTable#SHARDS}
 * @param time the process's time
 * @param clock the process's write timestamps, for the table of members
 * @param random for incarnations, hence cryptographically strong in production, and jitter; safe
 *     for use by many threads
 * @param threads makes the threads that it runs on
 * @param cluster the name of the cluster
 * @param address where others reach the process; unique in the cluster
 */
public record OwnershipSite(
    Store store,
    NodeTime time,
    HybridClock clock,
    RandomGenerator random,
    ThreadFactory threads,
    String cluster,
    String address) {

  /** The wall time in microseconds since 1970. */
  long nowMicros() {
    return Micros.now(time);
  }
}
