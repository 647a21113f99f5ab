package io.messina.features.node;

import io.messina.runtime.NodeTime;
import io.messina.store.Store;
import io.messina.stream.node.Streams;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;

/**
 * Where the feature store of a process works.
 *
 * @param store where everything is kept; it outlives the feature store, which does not close it
 * @param streams what feeds follow; outlives the feature store as well
 * @param time the process's time
 * @param random cryptographically strong in production; safe for use by many threads
 * @param threads makes virtual threads
 */
public record FeaturesSite(
    Store store, Streams streams, NodeTime time, RandomGenerator random, ThreadFactory threads) {}
