package io.messina.enrich;

/**
 * The present state of an enrichment of a shard, and its counters.
 *
 * @param permits how many requests may be at the database now
 * @param permitsInUse how many are
 * @param keysBusy how many keys have events that are not finished
 * @param keysWaiting how many of them wait for a permit
 * @param keysInBackoff how many of them wait for their next attempt
 * @param keysCached how many states are kept of keys that are not busy
 * @param eventsBuffered how many events are not finished
 * @param bytesBuffered the bytes of these events, with the overhead of keeping them
 * @param bytesCached how many bytes of states are kept
 * @param counters the counts since it began
 */
public record EnrichmentStatus(
    int permits,
    int permitsInUse,
    int keysBusy,
    int keysWaiting,
    int keysInBackoff,
    int keysCached,
    int eventsBuffered,
    long bytesBuffered,
    long bytesCached,
    Counters counters) {

  /**
   * Returns the same counters, with nothing under way or kept: the status of a shard that has
   * ended.
   *
   * @return a status whose gauges are 0
   */
  public EnrichmentStatus atRest() {
    return new EnrichmentStatus(0, 0, 0, 0, 0, 0, 0, 0, 0, counters);
  }

  /**
   * The counts since an enrichment began.
   *
   * @param events that were taken
   * @param rounds that were written; applied events by rounds are the events per round
   * @param applied events that changed a state
   * @param replayed events that the state included already
   * @param reads requests for a row, with repeated ones
   * @param writes of a row, with repeated ones
   * @param cacheHits rounds whose state was in memory
   * @param conflicts writes that found another row than expected
   * @param failures requests that failed, including the ones that timed out
   * @param timeouts requests that were not answered in time
   * @param lateAnswers answers to requests that were given up; they are ignored
   * @param deadLetters events that were set aside
   * @param requests that were answered, or timed out
   * @param requestNanos how long these took together, in nanoseconds
   */
  public record Counters(
      long events,
      long rounds,
      long applied,
      long replayed,
      long reads,
      long writes,
      long cacheHits,
      long conflicts,
      long failures,
      long timeouts,
      long lateAnswers,
      long deadLetters,
      long requests,
      long requestNanos) {}
}
