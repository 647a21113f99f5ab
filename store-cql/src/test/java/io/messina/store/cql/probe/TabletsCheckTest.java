package io.messina.store.cql.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import io.messina.store.cql.Answering;
import io.messina.store.cql.CqlOptions;
import io.messina.store.cql.probe.ClusterFinding.Grade;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A made-up node of ScyllaDB, which knows tablets and has them in the keyspace. */
final class TabletsCheckTest {

  private static final CqlOptions OPTIONS =
      CqlOptions.of(
          List.of(InetSocketAddress.createUnresolved("n1", 9042)), "messina", "datacenter1");

  /** Questions that are answered before the one about tablets: who it is, and its version. */
  private static final int FIRST_QUESTIONS = 2;

  private final Node node = Answering.as(Node.class, TabletsCheckTest::ofNode);
  private final CqlSession session = Answering.as(CqlSession.class, this::ofSession);
  private int missed;
  private int asked;

  @Test
  void tablets_are_found() {
    ClusterFinding found = examine();
    assertThat(found.grade()).isEqualTo(Grade.WRONG);
    assertThat(found.found())
        .isEqualTo("keyspace messina has tablets, on which ScyllaDB 6.2 has no LWT");
  }

  @Test
  void a_question_that_was_missed_is_asked_again() {
    missed = 2;
    assertThat(examine().found()).contains("has tablets");
  }

  @Test
  void silence_is_not_taken_for_an_answer() {
    missed = Integer.MAX_VALUE;
    ClusterFinding found = examine();
    assertThat(found.grade()).isEqualTo(Grade.WRONG);
    assertThat(found.found()).isEqualTo("no node tells whether keyspace messina has tablets");
  }

  private ClusterFinding examine() {
    Cluster cluster = new Cluster(session, OPTIONS, InstantSource.system());
    return new TabletsCheck().examine(cluster).getFirst();
  }

  private static @Nullable Object ofNode(String method) {
    return switch (method) {
      case "getDatacenter" -> OPTIONS.datacenter();
      case "getState" -> NodeState.UP;
      default -> null;
    };
  }

  private @Nullable Object ofSession(String method) {
    return switch (method) {
      case "getMetadata" ->
          Answering.as(Metadata.class, any -> Map.of(UUID.fromString("0-0-0-0-1"), node));
      case "executeAsync" -> answer();
      default -> null;
    };
  }

  private CompletableFuture<AsyncResultSet> answer() {
    int missedYet = ++asked - FIRST_QUESTIONS;
    return missedYet >= 1 && missedYet <= missed
        ? CompletableFuture.failedFuture(new IllegalStateException("too late"))
        : CompletableFuture.completedFuture(
            Answering.as(
                AsyncResultSet.class, any -> Answering.as(Row.class, TabletsCheckTest::ofRow)));
  }

  private static Object ofRow(String method) {
    return switch (method) {
      case "getColumnDefinitions" -> Answering.as(ColumnDefinitions.class, any -> true);
      case "isNull" -> false;
      default -> "6.2";
    };
  }
}
