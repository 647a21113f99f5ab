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
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A cluster of one node that misses questions. */
final class ClusterTest {

  private static final CqlOptions OPTIONS =
      CqlOptions.of(
          List.of(InetSocketAddress.createUnresolved("n1", 9042)), "messina", "datacenter1");

  private final Node node = Answering.as(Node.class, ClusterTest::ofNode);
  private final CqlSession session = Answering.as(CqlSession.class, this::ofSession);
  private int missed;
  private int asked;

  @Test
  void a_node_that_misses_a_question_is_asked_again() {
    missed = 2;
    Cluster cluster = new Cluster(session, OPTIONS, InstantSource.system());
    assertThat(cluster.answering()).containsExactly(node);
    assertThat(asked).isEqualTo(3);
  }

  @Test
  void but_not_for_ever() {
    missed = Integer.MAX_VALUE;
    Cluster cluster = new Cluster(session, OPTIONS, InstantSource.system());
    assertThat(cluster.answering()).isEmpty();
    assertThat(asked).isEqualTo(3);
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
    return ++asked <= missed
        ? CompletableFuture.failedFuture(new IllegalStateException("too late"))
        : CompletableFuture.completedFuture(
            Answering.as(AsyncResultSet.class, any -> Answering.as(Row.class, ClusterTest::ofRow)));
  }

  private static Object ofRow(String method) {
    return method.equals("getColumnDefinitions")
        ? Answering.as(ColumnDefinitions.class, any -> false)
        : "5.0.9";
  }
}
