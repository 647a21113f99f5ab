package io.messina.api.aggregate;

import io.messina.api.Field;
import io.messina.api.Json;
import java.time.Instant;
import java.util.Optional;

/** The value of a window and group. */
public record AggregateRow(
    @Field("value that makes the group, or an array of several; absent if there is one group only")
        Optional<Json> key,
    @Field("first moment of the window") Instant windowStart,
    @Field("first moment after the window") Instant windowEnd,
    @Field("number, or text") Json value,
    @Field("whether no event in time can change it any more") boolean closed,
    @Field("whether events may have expired before they were read") boolean incomplete,
    @Field("bytes of a sketch or bitmap in Base64, if requested") Optional<String> sketch) {}
