package io.messina.api.aggregate;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Defined;
import io.messina.api.Field;

/**
 * An aggregate that was created.
 *
 * @param name its name
 * @param generation which reading of the stream, from 1: creating it again, and other options,
 *     begin the next one at the oldest event, with an empty state
 * @param options what it makes
 * @param tag another one after each change
 */
public record AggregateDefinition(
    AggregateName name,
    @Field("which reading of the stream from its oldest event on; a change begins another")
        int generation,
    @JsonUnwrapped AggregateOptions options,
    String tag)
    implements Defined {}
