package io.messina.store.cql.probe;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import io.messina.store.cql.session.CqlOptions;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/** The cluster under examination, and the facts known about it so far. For use by one thread. */
final class ProbedCluster {

  /** A node that has much to do may miss the time of one question. */
  private static final int ASKED_MAX = 3;

  private final CqlSession session;
  private final CqlOptions options;
  private final InstantSource clock;
  private final NodeQuestions questions;
  private final Map<Node, Row> locals;
  private final DatabaseProduct product;
  private ServerLimits limits = ServerLimits.STANDARD;
  private boolean tablets;

  ProbedCluster(CqlSession session, CqlOptions options, InstantSource clock) {
    this.session = session;
    this.options = options;
    this.clock = clock;
    this.questions = new NodeQuestions(session);
    this.locals = askWhoAnswers();
    this.product = Products.of(questions, locals);
  }

  private Map<Node, Row> askWhoAnswers() {
    Map<Node, Row> answers = Map.of();
    for (int asked = 0; asked < ASKED_MAX && answers.isEmpty(); asked++) {
      answers = questions.askForRow(nodes(), "SELECT * FROM system.local");
    }
    return answers;
  }

  /** The first page of each node that answers; asked again if none does. */
  Collection<AsyncResultSet> askPatiently(String query) {
    Collection<AsyncResultSet> answers = List.of();
    for (int asked = 0; asked < ASKED_MAX && answers.isEmpty(); asked++) {
      answers = questions.ask(answering(), query).values();
    }
    return answers;
  }

  CqlSession session() {
    return session;
  }

  CqlOptions options() {
    return options;
  }

  InstantSource clock() {
    return clock;
  }

  NodeQuestions questions() {
    return questions;
  }

  DatabaseProduct product() {
    return product;
  }

  ServerLimits limits() {
    return limits;
  }

  void setLimits(ServerLimits found) {
    limits = found;
  }

  boolean hasTablets() {
    return tablets;
  }

  void setTablets(boolean found) {
    tablets = found;
  }

  /** Returns all nodes of the data centre, in any state. */
  List<Node> nodes() {
    return allNodes().stream()
        .filter(node -> options.datacenter().equals(node.getDatacenter()))
        .toList();
  }

  /** Returns the nodes that answered when this began. */
  List<Node> answering() {
    return nodes().stream().filter(locals::containsKey).toList();
  }

  /** The names of the data centres, in order. */
  Collection<String> datacenters() {
    TreeSet<String> names = new TreeSet<>();
    allNodes().stream().map(Node::getDatacenter).filter(Objects::nonNull).forEach(names::add);
    return names;
  }

  /** Returns the keyspace, if it exists. */
  Optional<KeyspaceMetadata> keyspace() {
    return session.getMetadata().getKeyspace(options.quotedKeyspace());
  }

  /** The same, of which the session may not have heard yet. */
  Optional<KeyspaceMetadata> keyspaceAskedFor() {
    return keyspace().or(() -> session.refreshSchema().getKeyspace(options.quotedKeyspace()));
  }

  private Collection<Node> allNodes() {
    return session.getMetadata().getNodes().values();
  }
}
