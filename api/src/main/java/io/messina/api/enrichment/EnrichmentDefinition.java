package io.messina.api.enrichment;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Defined;
import io.messina.api.Field;

/** An enrichment in the catalog. */
public record EnrichmentDefinition(
    EnrichmentName name,
    @Field(
            "number of the reading of the stream from its oldest event; a change of the fields"
                + " begins another")
        int generation,
    @JsonUnwrapped StateOptions options,
    String tag)
    implements Defined {}
