package io.messina.store.cql.probe;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.NodeName;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Compares the clocks of the nodes with each other and with one's own: each is asked for the time
 * some times, and its quickest answer counts.
 *
 * <p>It takes a few requests to each node and ends within seconds, also where nodes hang: those are
 * left out.
 */
public final class ClockExamination {

  private static final String QUESTION = "SELECT toTimestamp(now()) FROM system.local";
  private static final int ROUNDS = 5;
  private static final Duration TAKES_MAX = Duration.ofSeconds(3);

  /** Nodes tell whole milliseconds, cut off. */
  private static final Duration GRAIN = Duration.ofMillis(1);

  private final NodeQuestions questions;
  private final InstantSource clock;
  private final Map<Node, NodeClock> best = new LinkedHashMap<>();

  private ClockExamination(NodeQuestions questions, InstantSource clock) {
    this.questions = questions;
    this.clock = clock;
  }

  /**
   * Examines the clocks of all nodes of the data centre that are up.
   *
   * @param session to the cluster
   * @param options with which it was opened
   * @param clock the real time
   * @return the findings, without nodes that did not answer
   */
  public static ClockReport of(CqlSession session, CqlOptions options, InstantSource clock) {
    List<Node> nodes =
        session.getMetadata().getNodes().values().stream()
            .filter(node -> options.datacenter().equals(node.getDatacenter()))
            .toList();
    return of(new NodeQuestions(session), nodes, clock);
  }

  static ClockReport of(NodeQuestions questions, Collection<Node> nodes, InstantSource clock) {
    ClockExamination examination = new ClockExamination(questions, clock);
    examination.run(nodes);
    return new ClockReport(List.copyOf(examination.best.values()));
  }

  private void run(Collection<Node> nodes) {
    Instant began = clock.instant();
    Collection<Node> asked = nodes;
    for (int round = 0; round < ROUNDS && !asked.isEmpty(); round++) {
      asked = askedOnce(asked);
      if (Duration.between(began, clock.instant()).compareTo(TAKES_MAX) > 0) {
        return;
      }
    }
  }

  /** Returns the nodes that answered. */
  private Collection<Node> askedOnce(Collection<Node> nodes) {
    Map<Node, CompletableFuture<Optional<NodeClock>>> answers = new LinkedHashMap<>();
    nodes.forEach(node -> answers.put(node, begin(node)));
    Map<Node, NodeClock> given = new LinkedHashMap<>();
    answers.forEach((node, answer) -> answer.join().ifPresent(found -> given.put(node, found)));
    given.forEach((node, found) -> best.merge(node, found, ClockExamination::moreCertain));
    return given.keySet();
  }

  private CompletableFuture<Optional<NodeClock>> begin(Node node) {
    Instant sent = clock.instant();
    return questions
        .begin(node, QUESTION)
        .thenApply(answer -> answer.flatMap(rows -> clock(node, rows, sent, clock.instant())));
  }

  private static Optional<NodeClock> clock(
      Node node, AsyncResultSet answer, Instant sent, Instant received) {
    Row row = answer.one();
    Instant told = row == null ? null : row.getInstant(0);
    if (told == null || received.isBefore(sent)) {
      return Optional.empty();
    }
    Duration half = Duration.between(sent, received).dividedBy(2);
    return Optional.of(
        new NodeClock(
            NodeName.of(node), Duration.between(sent.plus(half), told), half.plus(GRAIN)));
  }

  private static NodeClock moreCertain(NodeClock left, NodeClock right) {
    return left.uncertainty().compareTo(right.uncertainty()) <= 0 ? left : right;
  }
}
