package io.messina.api.aggregate;

import io.messina.api.Field;
import io.messina.api.Json;
import java.time.Instant;
import java.util.Optional;

/**
 * What there is of a window and group.
 *
 * @param key what payloads have where {@code group_by} points: a value, or an array of several;
 *     empty if there is one group only
 * @param windowStart the first moment of the window
 * @param windowEnd the first moment behind it
 * @param value a number, or a text
 * @param closed whether no event in time can change it any more
 * @param incomplete whether events of it may have expired before they were read
 * @param sketch the bytes of a sketch or bitmap, in Base64, if they were asked for
 */
public record AggregateRow(
    @Field("what makes the group: a value, or an array; absent if there is one group only")
        Optional<Json> key,
    @Field("the first moment of the window") Instant windowStart,
    @Field("the first moment behind the window") Instant windowEnd,
    @Field("a number, or a text") Json value,
    @Field("whether no event in time can change it any more") boolean closed,
    @Field("whether events of it may have expired before they were read") boolean incomplete,
    @Field("the bytes of a sketch or bitmap, in Base64") Optional<String> sketch) {}
