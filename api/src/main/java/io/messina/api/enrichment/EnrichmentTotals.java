package io.messina.api.enrichment;

import io.messina.api.Field;
import java.util.Map;

/** Totals of an enrichment on the shards of a node, since it owns them. */
public record EnrichmentTotals(
    @Field("events taken by all nodes") long events,
    @Field("writes of a state, each for one or more events of a key") long rounds,
    @Field("applied events per write, to two digits; 0 before the first one") double eventsPerRound,
    @Field("requests for a state") long reads,
    @Field("writes whose state was still in memory") long cacheHits,
    @Field("events that their state already included") long replayed,
    @Field("writes that found another state than expected") long conflicts,
    @Field("failed requests to the database, including timeouts") long failures,
    @Field("requests without an answer in time") long timeouts,
    @Field("answers of the database after their timeout") long lateAnswers,
    @Field("events that became dead letters") long deadLetters,
    @Field("events without a key, which were skipped") long withoutKey,
    @Field("events that left a field unchanged because the value was missing or unfit, by field")
        Map<String, Long> skipped,
    @Field("requests to the database that were answered or timed out") long requests,
    @Field("total duration of these requests in seconds, to three digits") double requestSeconds,
    @Field("keys with events that are not in their states yet") int keysBusy,
    @Field("events in memory that are not in their states yet") int eventsBuffered,
    @Field("requests in flight to the database") int permitsInUse) {

  /** Nothing. */
  public static final EnrichmentTotals NONE =
      new EnrichmentTotals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Map.of(), 0, 0, 0, 0, 0);
}
