package io.messina.api.enrichment;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Defined;
import io.messina.api.Field;

/**
 * An enrichment that was created.
 *
 * @param name its name
 * @param generation which reading of the stream, from 1: creating it again, and another set of
 *     fields, begin the next one at the oldest event, with no states
 * @param options what it does
 * @param tag another one after each change
 */
public record EnrichmentDefinition(
    EnrichmentName name,
    @Field(
            "which reading of the stream from its oldest event on; a change of the fields begins"
                + " another")
        int generation,
    @JsonUnwrapped StateOptions options,
    String tag)
    implements Defined {}
