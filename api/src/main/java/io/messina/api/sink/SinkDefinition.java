package io.messina.api.sink;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Defined;
import io.messina.api.Field;

/** A sink in the catalog. */
public record SinkDefinition(
    SinkName name,
    @Field("number of the creation; a change of the options keeps it") int generation,
    @JsonUnwrapped SinkOptions options,
    String tag)
    implements Defined {}
