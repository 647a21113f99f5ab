package io.messina.stream.log;

import io.messina.api.Checks;
import io.messina.store.Table;
import io.messina.store.TableBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Which log table contains a stream's events. Databases compact by table, and drop expired rows
 * cheaply only if all rows of a table live about equally long; so streams of similar retention
 * share a table. Each row expires by its own stream's retention.
 */
public enum RetentionClass {
  /** Up to a day. */
  DAY("log_1d", Duration.ofDays(1)),
  /** Up to seven days. */
  WEEK("log_7d", Duration.ofDays(7)),
  /** Up to thirty days. */
  MONTH("log_30d", Duration.ofDays(30)),
  /** Up to a year. */
  YEAR("log_365d", Duration.ofDays(365)),
  /** Longer than a year, and without expiry. */
  FOREVER("log_forever");

  private final Optional<Duration> longest;
  private final Table log;

  RetentionClass(String table, Duration... longest) {
    this.longest = Arrays.stream(longest).findFirst();
    TableBuilder log = LogColumns.log(table);
    this.log = this.longest.map(log::expiring).orElseGet(log::expiring).build();
  }

  /**
   * Returns the first class that is long enough.
   *
   * @param retention how long events are kept, above zero; empty for no expiry
   * @throws IllegalArgumentException if the retention is zero or negative
   */
  public static RetentionClass of(Optional<Duration> retention) {
    retention.ifPresent(
        kept -> Checks.that(kept.isPositive(), "retention", kept, "longer than zero"));
    return Arrays.stream(values()).filter(each -> each.holds(retention)).findFirst().orElseThrow();
  }

  /** Returns the table, which is PLAIN and append-only. */
  public Table log() {
    return log;
  }

  /** Returns the tables of all classes, for {@link io.messina.store.Store#create}. */
  public static List<Table> logs() {
    return Arrays.stream(values()).map(RetentionClass::log).toList();
  }

  /** Decodes the table's name in a row of {@code segments}. */
  static RetentionClass ofLog(String table) {
    return Arrays.stream(values())
        .filter(each -> each.log.name().equals(table))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("log: " + table + " (expected: a log table)"));
  }

  /**
   * Whether an event of this append time has expired, even with the longest retention of the class.
   */
  boolean isOver(long appendMicros, Instant now) {
    return longest
        .map(kept -> Instant.EPOCH.plus(appendMicros, ChronoUnit.MICROS).plus(kept))
        .filter(end -> end.isBefore(now))
        .isPresent();
  }

  private boolean holds(Optional<Duration> retention) {
    return longest.isEmpty()
        || (retention.isPresent() && retention.get().compareTo(longest.get()) <= 0);
  }
}
