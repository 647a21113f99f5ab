package io.messina.bench.features;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.messina.bench.cql.BareSession;
import io.messina.store.cql.session.CqlOptions;
import java.util.Objects;

/** The query of a list, as the server sends it, by the bare driver. */
final class BareQuery implements AutoCloseable {

  /** All times of items. */
  private static final String FROM = "0";

  private static final String BELOW = ":";

  private final CqlSession session;
  private final PreparedStatement newest;

  BareQuery(CqlOptions cluster) {
    this.session = BareSession.open(cluster);
    this.newest =
        session.prepare(
            "SELECT item_key, value, expires_at FROM list_items"
                + " WHERE feature_key = ? AND entity_id = ?"
                + " AND (item_key) >= (?) AND (item_key) < (?)");
  }

  /** Reads the newest items; returns how many bytes they have. */
  int read(int entity) {
    AsyncResultSet answer =
        session
            .executeAsync(
                newest
                    .bind(
                        FeatureRequests.ENTITY_TYPE + "#" + FeatureRequests.LIST + "|",
                        FeatureRequests.entity(entity),
                        FROM,
                        BELOW)
                    .setIdempotent(true)
                    .setPageSize(FeatureRequests.READ))
            .toCompletableFuture()
            .join();
    int bytes = 0;
    int items = 0;
    for (Row row : answer.currentPage()) {
      bytes += Objects.requireNonNull(row.getString(0)).length();
      bytes += Objects.requireNonNull(row.getByteBuffer(1)).remaining();
      items++;
    }
    if (items != FeatureRequests.READ) {
      throw new IllegalStateException(items + " items (expected: " + FeatureRequests.READ + ")");
    }
    return bytes;
  }

  @Override
  public void close() {
    session.close();
  }
}
