package io.messina.api.message.connector;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Defined;
import io.messina.api.Field;

/** A connector in the catalog. */
public record ConnectorDefinition(
    ConnectorName name,
    @Field("number of the creation or change, from 1") int generation,
    @JsonUnwrapped ConnectorOptions options,
    String tag)
    implements Defined {}
