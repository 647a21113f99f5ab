package io.messina.client.stream;

import io.messina.api.Checks;
import java.time.Duration;

/**
 * The limits by which events are gathered into requests.
 *
 * @param batchEvents a request has at most so many, from 1
 * @param batchBytes a request has at most so many bytes, or a single event; from 1
 * @param linger how long the first event of a request waits for others while none is under way
 * @param bufferBytes events that wait or are under way have together at most so many, from 1
 * @param whenFull the reaction to an event for which there is no room
 * @param compression of requests
 */
public record BatchingOptions(
    int batchEvents,
    int batchBytes,
    Duration linger,
    long bufferBytes,
    WhenFull whenFull,
    Compression compression) {

  /** 10,000 events or 4 MiB, 5 ms, 32 MiB; callers wait for room; no compression. */
  public static final BatchingOptions DEFAULT =
      new BatchingOptions(
          10_000, 4 << 20, Duration.ofMillis(5), 32 << 20, WhenFull.BLOCK, Compression.NONE);

  /**
   * Checked options.
   *
   * @throws IllegalArgumentException if one is out of its bounds
   */
  public BatchingOptions {
    Checks.between("batch events", batchEvents, 1, 10_000);
    Checks.between("batch bytes", batchBytes, 1, 64 << 20);
    Checks.that(!linger.isNegative(), "linger", linger, "from zero");
    Checks.between("buffer bytes", bufferBytes, 1, Long.MAX_VALUE);
  }

  /**
   * The same with a bound of events.
   *
   * @param events from 1 to 10,000
   * @return other options
   */
  public BatchingOptions withBatchEvents(int events) {
    return new BatchingOptions(events, batchBytes, linger, bufferBytes, whenFull, compression);
  }

  /**
   * The same with a bound of bytes.
   *
   * @param bytes of a request, from 1
   * @return other options
   */
  public BatchingOptions withBatchBytes(int bytes) {
    return new BatchingOptions(batchEvents, bytes, linger, bufferBytes, whenFull, compression);
  }

  /**
   * The same with a wait for others.
   *
   * @param linger from zero
   * @return other options
   */
  public BatchingOptions withLinger(Duration linger) {
    return new BatchingOptions(batchEvents, batchBytes, linger, bufferBytes, whenFull, compression);
  }

  /**
   * The same with a buffer.
   *
   * @param bytes of all events that wait or are under way, from 1
   * @return other options
   */
  public BatchingOptions withBufferBytes(long bytes) {
    return new BatchingOptions(batchEvents, batchBytes, linger, bytes, whenFull, compression);
  }

  /**
   * The same with another end of the buffer.
   *
   * @param choice the reaction to an event for which there is no room
   * @return other options
   */
  public BatchingOptions whenFull(WhenFull choice) {
    return new BatchingOptions(batchEvents, batchBytes, linger, bufferBytes, choice, compression);
  }

  /**
   * The same with another compression.
   *
   * @param choice of the bodies of requests
   * @return other options
   */
  public BatchingOptions withCompression(Compression choice) {
    return new BatchingOptions(batchEvents, batchBytes, linger, bufferBytes, whenFull, choice);
  }
}
