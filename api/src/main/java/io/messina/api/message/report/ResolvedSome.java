package io.messina.api.message.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.util.Optional;

/**
 * Some uncertain messages of a connector were resolved.
 *
 * @param resolved how many
 * @param left how many of those that were chosen are not, as their calls may be under way, they are
 *     sent again by themselves, or somebody else resolves them
 * @param next where to go on; empty at the end
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ResolvedSome(
    @Field("how many were resolved") int resolved,
    @Field(
            "how many of the chosen were not, as their calls may be under way, or they are sent"
                + " again by themselves")
        int left,
    @Field("where to go on; absent at the end") Optional<String> next) {}
