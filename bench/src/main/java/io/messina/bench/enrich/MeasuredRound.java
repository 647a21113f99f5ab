package io.messina.bench.enrich;

/**
 * The figures of a round.
 *
 * @param eventsPerSecond from the first event to the last output
 * @param requestsPerEvent at the database
 * @param writesPerEvent which are the rounds per event
 * @param lost events that no count has
 * @param medianMillis from an event to its output; 0 where it was not measured
 */
record MeasuredRound(
    double eventsPerSecond,
    double requestsPerEvent,
    double writesPerEvent,
    long lost,
    double medianMillis) {

  MeasuredRound withMedianMillis(double median) {
    return new MeasuredRound(eventsPerSecond, requestsPerEvent, writesPerEvent, lost, median);
  }

  static MeasuredRound of(
      EnrichmentDatabase database, int events, long beganNanos, long endedNanos) {
    return new MeasuredRound(
        events * 1e9 / (endedNanos - beganNanos),
        (double) database.requests() / events,
        (double) database.writes() / events,
        events - database.sum(),
        0);
  }
}
