package io.messina.api.message.report;

import io.messina.api.Field;
import java.time.Instant;
import java.util.Optional;

/** The webhooks to send again, as new messages. */
public record ReplayOptions(
    @Field("URL of the endpoint") String to,
    @Field("time at which the first of the webhooks was routed") Instant from,
    @Field("value of next in the previous answer") Optional<String> after) {}
