package io.messina.api.enrichment;

import io.messina.api.Field;
import java.time.Duration;
import java.util.Optional;

/** Why the events of a key wait. */
public record KeyWait(
    @Field("what the events wait for: a permit, an answer of the database, or the next attempt")
        String phase,
    @Field("events that are not in the state yet") int events,
    @Field("time for which they have been waiting") Duration since,
    @Field("consecutive failures of the request") int failures,
    @Field("error of the last failure") Optional<String> error) {}
