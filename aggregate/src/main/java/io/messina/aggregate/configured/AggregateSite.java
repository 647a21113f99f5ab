package io.messina.aggregate.configured;

import io.messina.aggregate.node.StateSettings;
import io.messina.runtime.Context;
import io.messina.stream.node.Streams;

/**
 * What aggregates by configuration work with.
 *
 * @param context has the store
 * @param streams where events come from
 * @param settings where the state is
 * @param aggregators what they can be made of
 */
record AggregateSite(
    Context context, Streams streams, StateSettings settings, ConfiguredAggregators aggregators) {}
