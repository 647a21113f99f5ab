package io.messina.api.message.report;

import io.messina.api.Field;
import java.time.Instant;

/** A failing endpoint of webhooks. */
public record EndpointReport(
    @Field("URL of the endpoint") String url,
    @Field("time of the first failure since the last accepted webhook") Instant failingSince,
    @Field("time of the last recorded failure; one is recorded at most once a minute")
        Instant lastFailure,
    @Field("reason of the last failure, for people") String reason) {}
