package io.messina.api.enrichment;

import io.messina.api.Field;
import java.time.Duration;
import java.util.Optional;

/**
 * Why the events of a key wait.
 *
 * @param phase what they wait for
 * @param events how many there are
 * @param since how long they have been waiting for that
 * @param failures how often the request of the round has failed in a row
 * @param error what the last failure said
 */
public record KeyWait(
    @Field("what its events wait for: a permit, an answer of the database, or the next attempt")
        String phase,
    @Field("events that are not in the state yet") int events,
    @Field("how long they have been waiting for that") Duration since,
    @Field("failures of the request in a row") int failures,
    @Field("what the last failure said") Optional<String> error) {}
