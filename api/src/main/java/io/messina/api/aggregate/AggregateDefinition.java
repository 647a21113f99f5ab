package io.messina.api.aggregate;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Defined;
import io.messina.api.Field;

/** An aggregate in the catalog. */
public record AggregateDefinition(
    AggregateName name,
    @Field(
            "number of the reading of the stream from its oldest event; a change of the options"
                + " begins another")
        int generation,
    @JsonUnwrapped AggregateOptions options,
    String tag)
    implements Defined {}
