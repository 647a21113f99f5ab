package io.messina.api.access;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import java.time.Instant;
import java.util.Optional;

/** A token without its secret, which no server knows. */
public record TokenReport(
    TokenName name,
    @JsonUnwrapped TokenOptions options,
    @Field("time of its creation") Instant created,
    @Field("time from which it is refused; never if absent") Optional<Instant> expires) {}
