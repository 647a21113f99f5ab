package io.messina.api.message.connector;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Defined;
import io.messina.api.Field;

/**
 * A connector that was created.
 *
 * @param name its name
 * @param generation how often it was created or changed
 * @param options how it reaches its provider
 * @param tag another one after each change
 */
public record ConnectorDefinition(
    ConnectorName name,
    @Field("how often it was created or changed") int generation,
    @JsonUnwrapped ConnectorOptions options,
    String tag)
    implements Defined {}
