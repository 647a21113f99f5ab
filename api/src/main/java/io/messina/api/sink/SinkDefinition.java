package io.messina.api.sink;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Defined;
import io.messina.api.Field;

/**
 * A sink that was created.
 *
 * @param name its name
 * @param generation the number of its creation, from 1; with other options it goes on where it is
 * @param options what it does
 * @param tag another one after each change
 */
public record SinkDefinition(
    SinkName name,
    @Field("the number of its creation; with other options it goes on where it is") int generation,
    @JsonUnwrapped SinkOptions options,
    String tag)
    implements Defined {}
