package io.messina.store.cql.probe;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import io.messina.store.cql.Answering;
import io.messina.store.cql.session.CqlOptions;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The only node of a made-up cluster: it gives one row to every question, and misses some. */
final class MadeUpNode {

  private static final CqlOptions OPTIONS =
      CqlOptions.of(
          List.of(InetSocketAddress.createUnresolved("n1", 9042)), "messina", "datacenter1");

  private final Node node = Answering.as(Node.class, MadeUpNode::ofNode);
  private final CqlSession session = Answering.as(CqlSession.class, this::ofSession);
  private final Function<String, @Nullable Object> row;
  private final IntPredicate isMissed;
  private int asked;

  /**
   * A node.
   *
   * @param row what the methods of its row return, by their names
   * @param isMissed whether it misses a question, by its number from 1
   */
  MadeUpNode(Function<String, @Nullable Object> row, IntPredicate isMissed) {
    this.row = row;
    this.isMissed = isMissed;
  }

  ProbedCluster cluster() {
    return new ProbedCluster(session, OPTIONS, InstantSource.system());
  }

  Node node() {
    return node;
  }

  int asked() {
    return asked;
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
    return isMissed.test(++asked)
        ? CompletableFuture.failedFuture(new IllegalStateException("too late"))
        : CompletableFuture.completedFuture(
            Answering.as(AsyncResultSet.class, any -> Answering.as(Row.class, row)));
  }
}
