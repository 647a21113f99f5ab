package io.messina.store.cql.probe;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import io.messina.store.cql.session.CqlSessions;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Asks each node by itself, all at the same time. Leaves out nodes that do not answer within the
 * time of {@link CqlSessions#EXAMINATION}.
 */
final class NodeQuestions {

  private final CqlSession session;

  NodeQuestions(CqlSession session) {
    this.session = session;
  }

  /** The first row of each node that has one to give. */
  Map<Node, Row> askForRow(Collection<Node> nodes, String query) {
    Map<Node, Row> rows = new LinkedHashMap<>();
    ask(nodes, query)
        .forEach(
            (node, answer) -> Optional.ofNullable(answer.one()).ifPresent(r -> rows.put(node, r)));
    return rows;
  }

  /** The first page of each node that answers. */
  Map<Node, AsyncResultSet> ask(Collection<Node> nodes, String query) {
    Map<Node, CompletableFuture<Optional<AsyncResultSet>>> asked = new LinkedHashMap<>();
    nodes.forEach(node -> asked.put(node, begin(node, query)));
    Map<Node, AsyncResultSet> answers = new LinkedHashMap<>();
    asked.forEach((node, answer) -> answer.join().ifPresent(present -> answers.put(node, present)));
    return answers;
  }

  /** Completes with nothing if the node does not answer; never exceptionally. */
  CompletableFuture<Optional<AsyncResultSet>> begin(Node node, String query) {
    if (node.getState() == NodeState.DOWN || node.getState() == NodeState.FORCED_DOWN) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    Statement<?> statement =
        SimpleStatement.newInstance(query)
            .setNode(node)
            .setIdempotent(true)
            .setExecutionProfileName(CqlSessions.EXAMINATION);
    return session
        .executeAsync(statement)
        .handle((answer, error) -> Optional.ofNullable(error == null ? answer : null))
        .toCompletableFuture();
  }
}
