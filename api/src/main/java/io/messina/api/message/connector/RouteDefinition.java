package io.messina.api.message.connector;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Defined;
import io.messina.api.Field;

/**
 * A route that was created.
 *
 * @param name its name
 * @param generation how often it was created or changed
 * @param options which messages go which way
 * @param tag another one after each change
 */
public record RouteDefinition(
    RouteName name,
    @Field("how often it was created or changed") int generation,
    @JsonUnwrapped RouteOptions options,
    String tag)
    implements Defined {}
