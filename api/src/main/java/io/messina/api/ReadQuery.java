package io.messina.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;

/**
 * How much of a shard is read.
 *
 * @param limit how many events at most, from 1 to 10,000
 * @param waitUpTo how long to wait while there are none, up to 60 s
 */
public record ReadQuery(
    @Field(
            value = "how many events at most",
            min = "1",
            max = "" + ClaimOptions.LIMIT_MAX,
            otherwise = "" + ClaimOptions.LIMIT_DEFAULT)
        int limit,
    @JsonProperty("wait")
        @Field(
            value = "how long to wait while there are none",
            min = "0s",
            max = ClaimOptions.LONGEST,
            otherwise = "0s")
        Duration waitUpTo) {}
