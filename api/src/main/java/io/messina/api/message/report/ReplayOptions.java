package io.messina.api.message.report;

import io.messina.api.Field;
import java.time.Instant;
import java.util.Optional;

/**
 * Which webhooks are to be sent again, as other messages.
 *
 * @param to the endpoint
 * @param from when the first of them was routed
 * @param after where to go on, as {@link Replayed#next} said
 */
public record ReplayOptions(
    @Field("the endpoint") String to,
    @Field("when the first of them was routed") Instant from,
    @Field("value of next in the previous answer") Optional<String> after) {}
