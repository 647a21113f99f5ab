package io.messina.api.message.report;

import io.messina.api.Field;
import java.time.Instant;

/**
 * An endpoint of webhooks that fails.
 *
 * @param url of the endpoint
 * @param failingSince when the first of its failures was, after which no webhook was taken
 * @param lastFailure when one was noted last, at most a minute before the last one
 * @param reason of that, for people
 */
public record EndpointReport(
    @Field("of the endpoint") String url,
    @Field("since when nothing was taken") Instant failingSince,
    @Field("when a failure was noted last") Instant lastFailure,
    @Field("of the last failure, for people") String reason) {}
