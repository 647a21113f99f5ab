package io.messina.api.message.connector;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Defined;
import io.messina.api.Field;

/** A route in the catalog. */
public record RouteDefinition(
    RouteName name,
    @Field("number of the creation or change, from 1") int generation,
    @JsonUnwrapped RouteOptions options,
    String tag)
    implements Defined {}
