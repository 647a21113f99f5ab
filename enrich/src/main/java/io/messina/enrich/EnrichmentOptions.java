package io.messina.enrich;

import java.io.Serializable;
import java.time.Duration;

/**
 * The limits of an enrichment for its database and its memory; each bound holds for one shard.
 * Start from {@link #DEFAULT} and set the fields that shall differ, as in {@code
 * EnrichmentOptions.DEFAULT.permits(1_000)}.
 *
 * @param permits how many requests are at the database at a time
 * @param retry how often a request is tried
 * @param buffer how many events wait, and how many are applied at once
 * @param cache which states are kept in memory
 * @param lastAttempt the treatment of events that fail
 */
public record EnrichmentOptions(
    Permits permits, RequestRetries retry, Buffer buffer, Cache cache, LastAttempt lastAttempt)
    implements Serializable {

  /** 100 permits, six attempts, then dead letters; states are cached for two minutes. */
  public static final EnrichmentOptions DEFAULT =
      new EnrichmentOptions(
          Permits.DEFAULT,
          RequestRetries.DEFAULT,
          Buffer.DEFAULT,
          Cache.DEFAULT,
          LastAttempt.DEAD_LETTER);

  /**
   * The maximum number of requests at the database at a time, and their timeout. The number adapts
   * where the least and the most differ: one more while requests are about as fast as the fastest
   * ones were, a tenth less once they take twice as long.
   *
   * @param least from 1; as many as {@code most} unless the number adapts
   * @param most from {@code least} to 1,000,000
   * @param timeout how long an answer is waited for, from 1 ms to 1 h
   */
  public record Permits(int least, int most, Duration timeout) implements Serializable {

    /** 100, and 5 s for an answer. */
    public static final Permits DEFAULT = new Permits(100, 100, Duration.ofSeconds(5));

    /**
     * Checked bounds.
     *
     * @throws IllegalArgumentException where a value is out of bounds
     */
    public Permits {
      OptionBounds.check("permits", most, 1, OptionBounds.COUNT_MAX);
      OptionBounds.check("least permits", least, 1, most);
      OptionBounds.check("timeout", timeout, OptionBounds.MOMENT, OptionBounds.HOUR);
    }
  }

  /**
   * The bounds on events that wait in memory.
   *
   * @param bytes how many bytes of events are taken before it counts as full; the last event may
   *     exceed it
   * @param keyEvents how many events of a key wait, from 1 to 1,000,000
   * @param keyFull the treatment of an event beyond that
   * @param roundEvents how many events of a key are applied by one write, from 1 to 1,000,000
   */
  public record Buffer(long bytes, int keyEvents, KeyFull keyFull, int roundEvents)
      implements Serializable {

    /** 64 MiB, 100,000 events of a key, then blocking, and 10,000 applied by one write. */
    public static final Buffer DEFAULT = new Buffer(64 << 20, 100_000, KeyFull.BLOCK, 10_000);

    /**
     * Checked bounds.
     *
     * @throws IllegalArgumentException where a value is out of bounds
     */
    public Buffer {
      OptionBounds.check("bytes", bytes, 1, OptionBounds.BYTES_MAX);
      OptionBounds.check("events of a key", keyEvents, 1, OptionBounds.COUNT_MAX);
      OptionBounds.check("events of a round", roundEvents, 1, OptionBounds.COUNT_MAX);
    }
  }

  /**
   * Which states are kept in memory, so that they need not be read.
   *
   * @param ttl how long after a key's last round, up to 24 h; zero keeps none
   * @param bytes how many bytes of states; zero keeps none
   */
  public record Cache(Duration ttl, long bytes) implements Serializable {

    /** Two minutes, 64 MiB. */
    public static final Cache DEFAULT = new Cache(Duration.ofMinutes(2), 64 << 20);

    /** Keeps none. */
    public static final Cache NONE = new Cache(Duration.ZERO, 0);

    /**
     * Checked bounds.
     *
     * @throws IllegalArgumentException where a value is out of bounds
     */
    public Cache {
      OptionBounds.check("ttl", ttl, Duration.ZERO, Duration.ofHours(24));
      OptionBounds.check("cache bytes", bytes, 0, OptionBounds.BYTES_MAX);
    }
  }

  /**
   * Sets how many requests are at the database at a time.
   *
   * @param permits from 1 to 1,000,000
   */
  public EnrichmentOptions permits(int permits) {
    return permits(new Permits(permits, permits, this.permits.timeout));
  }

  /**
   * Sets how many requests are at the database at a time, and for how long.
   *
   * @param permits the bounds
   */
  public EnrichmentOptions permits(Permits permits) {
    return new EnrichmentOptions(permits, retry, buffer, cache, lastAttempt);
  }

  /**
   * Sets how often a request is tried.
   *
   * @param retry the policy
   */
  public EnrichmentOptions retry(RequestRetries retry) {
    return new EnrichmentOptions(permits, retry, buffer, cache, lastAttempt);
  }

  /**
   * Sets how many events wait.
   *
   * @param buffer the bounds
   */
  public EnrichmentOptions buffer(Buffer buffer) {
    return new EnrichmentOptions(permits, retry, buffer, cache, lastAttempt);
  }

  /**
   * Sets which states are kept in memory.
   *
   * @param cache the bounds
   */
  public EnrichmentOptions cache(Cache cache) {
    return new EnrichmentOptions(permits, retry, buffer, cache, lastAttempt);
  }

  /**
   * Sets the treatment of events that fail.
   *
   * @param lastAttempt after the last attempt
   */
  public EnrichmentOptions lastAttempt(LastAttempt lastAttempt) {
    return new EnrichmentOptions(permits, retry, buffer, cache, lastAttempt);
  }
}
