package io.messina.api.enrichment;

import io.messina.api.Field;
import java.util.Map;

/**
 * What an enrichment does and has done at the shards that a node owns, since it owns them.
 *
 * @param events events that it took
 * @param rounds writes of a state, each for one or more events of a key
 * @param eventsPerRound applied events by rounds, to two digits; 0 before the first one
 * @param reads states that were read
 * @param cacheHits rounds whose state was still in memory
 * @param replayed events that their state had already
 * @param conflicts writes that found another state than they expected
 * @param failures requests at the database that failed, with those that timed out
 * @param timeouts requests that were not answered in time
 * @param lateAnswers answers of the database that came after they were given up
 * @param deadLetters events that were set aside
 * @param withoutKey events without a key, which were skipped
 * @param skipped values that are missing or unfit, by field
 * @param requests requests at the database that were answered, or timed out
 * @param requestSeconds how long these took together, to three digits
 * @param keysBusy keys with events that are not in their states yet
 * @param eventsBuffered such events that are in memory
 * @param permitsInUse requests that are at the database
 */
public record EnrichmentTotals(
    @Field("events that it took on this node") long events,
    @Field("writes of a state, each for one or more events of a key") long rounds,
    @Field("applied events by rounds, to two digits") double eventsPerRound,
    @Field("requests for a state") long reads,
    @Field("rounds whose state was still in memory") long cacheHits,
    @Field("events that their state had already") long replayed,
    @Field("writes that found another state than they expected") long conflicts,
    @Field("requests at the database that failed, with those that timed out") long failures,
    @Field("requests that were not answered in time") long timeouts,
    @Field("answers of the database that came after they were given up") long lateAnswers,
    @Field("events that were set aside") long deadLetters,
    @Field("events without a key, which were skipped") long withoutKey,
    @Field("how often a field was left as it was, as the value was missing or unfit, by field")
        Map<String, Long> skipped,
    @Field("requests at the database that were answered, or timed out") long requests,
    @Field("how long these took together, to three digits") double requestSeconds,
    @Field("keys with events that are not in their states yet") int keysBusy,
    @Field("such events that are in memory") int eventsBuffered,
    @Field("requests that are at the database") int permitsInUse) {

  /** Nothing. */
  public static final EnrichmentTotals NONE =
      new EnrichmentTotals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Map.of(), 0, 0, 0, 0, 0);
}
