package io.messina.store.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.messina.store.cql.session.CqlOptions;
import java.time.Duration;

/** What stands about the keyspace in the database. */
final class Keyspace {

  private static final Duration GRACE = Duration.ofDays(10);

  private Keyspace() {}

  /** How long the tables that are there keep a delete, at least. */
  static Duration graceMin(CqlSession session, CqlOptions options) {
    Duration least = GRACE;
    for (Row row :
        rows(
            session,
            "SELECT gc_grace_seconds FROM system_schema.tables WHERE keyspace_name = ?",
            options)) {
      Duration grace = Duration.ofSeconds(row.getInt(0));
      least = grace.compareTo(least) < 0 ? grace : least;
    }
    return least;
  }

  private static Iterable<Row> rows(CqlSession session, String text, CqlOptions options) {
    SimpleStatement statement =
        SimpleStatement.newInstance(text, options.keyspace()).setIdempotent(true);
    try {
      return Requests.joined(session.executeAsync(statement)).currentPage();
    } catch (RuntimeException e) {
      throw CqlFailures.harmless("keyspace " + options.keyspace(), e);
    }
  }
}
