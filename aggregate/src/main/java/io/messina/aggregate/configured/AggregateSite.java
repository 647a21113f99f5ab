package io.messina.aggregate.configured;

import io.messina.aggregate.node.StateSettings;
import io.messina.runtime.Context;
import io.messina.stream.node.Streams;
import java.util.Set;

/**
 * The dependencies of aggregates by configuration.
 *
 * @param context has the store
 * @param streams where events come from
 * @param settings where the state is
 * @param aggregators makes their functions
 */
record AggregateSite(
    Context context,
    Streams streams,
    StateSettings settings,
    ConfiguredAggregators aggregators,
    Set<String> reserved) {}
