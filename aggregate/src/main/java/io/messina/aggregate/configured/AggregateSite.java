package io.messina.aggregate.configured;

import io.messina.aggregate.node.StateSettings;
import io.messina.runtime.Context;
import io.messina.stream.node.Streams;
import java.util.Set;

/**
 * The parts that aggregates by configuration work with.
 *
 * @param context has the store
 * @param streams the sources of events
 * @param settings of the state
 * @param aggregators the kinds that they can be made of
 * @param reserved prefixes of names that no aggregate of a user has
 */
record AggregateSite(
    Context context,
    Streams streams,
    StateSettings settings,
    ConfiguredAggregators aggregators,
    Set<String> reserved) {}
