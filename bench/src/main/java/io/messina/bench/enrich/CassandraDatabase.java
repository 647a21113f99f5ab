package io.messina.bench.enrich;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.messina.bench.cql.BareSession;
import io.messina.enrich.StateRow;
import io.messina.store.cql.session.CqlOptions;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Counts in a table of an existing keyspace; plain reads and writes. A failure ends all. */
final class CassandraDatabase implements EnrichmentDatabase {

  private final CqlSession session;
  private final PreparedStatement read;
  private final PreparedStatement write;
  private final LongAdder requests = new LongAdder();
  private final LongAdder writes = new LongAdder();
  private long sum;

  CassandraDatabase(CqlOptions cluster) {
    session = BareSession.open(cluster);
    session.execute(
        "CREATE TABLE IF NOT EXISTS enrich_bench"
            + " (key int PRIMARY KEY, count bigint, generation bigint, position bigint)");
    session.execute("TRUNCATE enrich_bench");
    read = session.prepare("SELECT count, generation, position FROM enrich_bench WHERE key = ?");
    write =
        session.prepare(
            "INSERT INTO enrich_bench (key, count, generation, position) VALUES (?, ?, ?, ?)");
  }

  @Override
  public void read(int key, Consumer<@Nullable StateRow<Long>> answer) {
    pass(session.executeAsync(read.bind(key)), rows -> answer.accept(row(rows.one())));
  }

  private static @Nullable StateRow<Long> row(@Nullable Row row) {
    return row == null
        ? null
        : new StateRow<>(row.getLong("count"), row.getLong("generation"), row.getLong("position"));
  }

  @Override
  public void write(int key, StateRow<Long> row, Consumer<@Nullable StateRow<Long>> answer) {
    writes.increment();
    pass(
        session.executeAsync(
            write.bind(key, Objects.requireNonNull(row.state()), row.generation(), row.position())),
        _ -> answer.accept(row));
  }

  private void pass(CompletionStage<AsyncResultSet> stage, Consumer<AsyncResultSet> answer) {
    requests.increment();
    var _ =
        stage.whenComplete(
            (rows, failed) -> {
              if (failed != null) {
                failed.printStackTrace();
                Runtime.getRuntime().halt(1);
              }
              answer.accept(rows);
            });
  }

  @Override
  public void close() {
    try (session) {
      for (Row row : session.execute("SELECT count FROM enrich_bench")) {
        sum += row.getLong("count");
      }
    }
  }

  @Override
  public long requests() {
    return requests.sum();
  }

  @Override
  public long writes() {
    return writes.sum();
  }

  @Override
  public long sum() {
    return sum;
  }
}
