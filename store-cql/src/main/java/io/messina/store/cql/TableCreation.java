package io.messina.store.cql;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import io.messina.store.cql.probe.DatabaseProduct;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes tables. Databases do not take it well if the same table is made at two nodes at once: this
 * process makes one at a time, and all processes ask the same node.
 */
final class TableCreation {

  private static final Logger LOG = LoggerFactory.getLogger(TableCreation.class);

  /** All stores of a process may be of one cluster. */
  private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock();

  private static final Duration STATEMENT_MAX = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final int ATTEMPTS_MAX = 5;

  private final String keyspace;
  private final Requests requests;
  private final KeyspaceTables tables;
  private final DatabaseProduct.Kind product;

  TableCreation(
      String keyspace, Requests requests, KeyspaceTables tables, DatabaseProduct.Kind product) {
    this.keyspace = keyspace;
    this.requests = requests;
    this.tables = tables;
    this.product = product;
  }

  void create(Table table) {
    ONE_AT_A_TIME.lock();
    try {
      if (!tables.exists(table)) {
        makePatiently(table);
        LOG.info("Table {}.{} is there now", keyspace, table.name());
      }
    } finally {
      ONE_AT_A_TIME.unlock();
    }
  }

  /** After any failure of an attempt, another process may have made the table in between. */
  private void makePatiently(Table table) {
    for (int attempt = 1; ; attempt++) {
      try {
        make(table);
        return;
      } catch (StoreUnavailableException e) {
        if (attempt == ATTEMPTS_MAX) {
          throw e;
        }
        LOG.warn("Table {} is tried again: {}", table.name(), e.getMessage());
      } catch (QueryValidationException e) {
        if (attempt == ATTEMPTS_MAX) {
          throw refused(table, e);
        }
        LOG.warn("Table {} was refused and is tried again: {}", table.name(), e.getMessage());
      }
      pause();
      if (tables.exists(table)) {
        return;
      }
    }
  }

  private void make(Table table) {
    boolean agreed = requests.using(() -> executed(table)).getExecutionInfo().isSchemaInAgreement();
    if (!tables.exists(table) || !(agreed || SchemaAgreement.isReached(requests))) {
      throw new StoreUnavailableException(
          table.name() + ": not all nodes know the table yet that was just created");
    }
  }

  private AsyncResultSet executed(Table table) {
    SimpleStatement statement =
        SimpleStatement.newInstance(TableDefinition.of(keyspace, table, product))
            .setIdempotent(false)
            .setTimeout(STATEMENT_MAX);
    try {
      return Requests.joined(
          requests.session().executeAsync(statement.setNode(sameForAll().orElse(null))));
    } catch (RuntimeException e) {
      throw CqlFailures.harmless(table.name(), e);
    }
  }

  private Optional<Node> sameForAll() {
    return requests.session().getMetadata().getNodes().values().stream()
        .filter(node -> node.getState() == NodeState.UP && node.getOpenConnections() > 0)
        .filter(node -> node.getHostId() != null)
        .min(Comparator.comparing(Node::getHostId));
  }

  private StoreException refused(Table table, QueryValidationException refusal) {
    return new StoreException(
        StoreException.Code.TABLE_MISSING,
        keyspace
            + "."
            + table.name()
            + " could not be created: "
            + refusal.getMessage()
            + "; have somebody with the right to do so run: "
            + TableDefinition.of(keyspace, table, product),
        refusal);
  }

  private static void pause() {
    CompletableFuture.runAsync(
            () -> {}, CompletableFuture.delayedExecutor(PAUSE.toMillis(), TimeUnit.MILLISECONDS))
        .join();
  }
}
