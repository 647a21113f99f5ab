package io.messina.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;

/** Options of a read of a shard. */
public record ReadQuery(
    @Field(
            value = "maximum number of events",
            min = "1",
            max = "" + ClaimOptions.LIMIT_MAX,
            otherwise = "" + ClaimOptions.LIMIT_DEFAULT)
        int limit,
    @JsonProperty("wait")
        @Field(
            value = "time to wait while there are no events",
            min = "0s",
            max = ClaimOptions.LONGEST,
            otherwise = "0s")
        Duration waitUpTo) {}
