package io.messina.store.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.messina.store.StoreLimits;
import io.messina.store.cql.session.CqlOptions;
import java.time.Duration;
import java.time.Instant;

/**
 * The limits of this engine. The largest batch, with the overhead of CQL, stays below 8 MiB: the
 * largest request of a small Cassandra, whose usual bound is twice that, and well below half a
 * segment of the commit log.
 */
final class CqlLimits {

  private static final int PARTITION_KEY_BYTES_MAX = 2 * 1024;
  private static final int CLUSTERING_KEY_BYTES_MAX = 2 * 1024;
  private static final int VALUE_BYTES_MAX = 2 * 1024 * 1024;
  private static final int BATCH_BYTES_MAX = 4 * 1024 * 1024;

  /** Each has the partition key with it, which counts once against the bytes of a batch. */
  private static final int BATCH_MUTATIONS_MAX = 1_500;

  private static final Instant EXPIRES_AT_MAX = Instant.parse("9999-12-31T23:59:59Z");

  /** The time for which databases keep deletes by default. */
  private static final Duration GRACE = Duration.ofDays(10);

  /** Of the time that the database keeps a delete, so that its clock need not be ours. */
  private static final int MARGIN_PARTS = 10;

  private CqlLimits() {}

  /** Determines the limits by the time for which the existing tables keep deletes. */
  static StoreLimits of(CqlSession session, CqlOptions options) {
    Duration grace = GRACE;
    for (Row table : tables(session, options)) {
      Duration its = Duration.ofSeconds(table.getInt("gc_grace_seconds"));
      grace = its.compareTo(grace) < 0 ? its : grace;
    }
    return new StoreLimits(
        PARTITION_KEY_BYTES_MAX,
        CLUSTERING_KEY_BYTES_MAX,
        VALUE_BYTES_MAX,
        BATCH_BYTES_MAX,
        BATCH_MUTATIONS_MAX,
        EXPIRES_AT_MAX,
        grace.minus(grace.dividedBy(MARGIN_PARTS)));
  }

  private static Iterable<Row> tables(CqlSession session, CqlOptions options) {
    SimpleStatement statement =
        SimpleStatement.newInstance(
                "SELECT gc_grace_seconds FROM system_schema.tables WHERE keyspace_name = ?",
                options.keyspace())
            .setIdempotent(true);
    try {
      return Requests.joined(session.executeAsync(statement)).currentPage();
    } catch (RuntimeException e) {
      throw CqlFailures.harmless("keyspace " + options.keyspace(), e);
    }
  }
}
