package io.messina.enrich;

/** {@link EnrichmentStatus.Counters} as they grow. */
final class EnrichmentCounts {

  long events;
  long rounds;
  long applied;
  long replayed;
  long reads;
  long writes;
  long cacheHits;
  long conflicts;
  long failures;
  long timeouts;
  long lateAnswers;
  long deadLetters;
  long requests;
  long requestNanos;

  EnrichmentStatus.Counters snapshot() {
    return new EnrichmentStatus.Counters(
        events,
        rounds,
        applied,
        replayed,
        reads,
        writes,
        cacheHits,
        conflicts,
        failures,
        timeouts,
        lateAnswers,
        deadLetters,
        requests,
        requestNanos);
  }
}
