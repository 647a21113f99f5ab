package io.messina.api.message.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import java.util.Optional;

/** Some uncertain messages of a connector were resolved. */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ResolvedSome(
    @Field("number of resolved messages") int resolved,
    @Field(
            "number of chosen messages that were not resolved: their calls may be in flight, they"
                + " are sent again automatically, or another caller resolves them")
        int left,
    @Field("start of the rest; absent if there is none") Optional<String> next) {}
