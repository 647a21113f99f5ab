package io.messina.store.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Sends statements and waits for their answers, within bounds. Here alone the driver's asynchronous
 * calls become blocking ones; an interrupt breaks none of them off. For use by many threads.
 */
final class Requests implements AutoCloseable {

  static final int REQUESTS_MAX = 1024;
  static final int URGENT_REQUESTS_MAX = 64;

  private static final long BYTES_MAX = 128L << 20;
  private static final long URGENT_BYTES_MAX = 8L << 20;
  private static final Duration ENDING_MARGIN = Duration.ofSeconds(2);

  private final CqlSession session;
  private final Duration timeout;
  private final Set<String> urgentTables;
  private final RequestGate gate;
  private final RequestGate urgentGate;
  private final Uses uses = new Uses();

  Requests(CqlSession session, Duration timeout, Set<String> urgentTables) {
    this.session = session;
    this.timeout = timeout;
    this.urgentTables = Set.copyOf(urgentTables);
    this.gate = new RequestGate(REQUESTS_MAX, BYTES_MAX, timeout);
    this.urgentGate = new RequestGate(URGENT_REQUESTS_MAX, URGENT_BYTES_MAX, timeout);
  }

  CqlSession session() {
    return session;
  }

  /** Returns the number of requests under way. */
  int underWay() {
    return gate.requests() + urgentGate.requests();
  }

  /** Sends a read, or a write that may be repeated. */
  AsyncResultSet send(String table, Statement<?> statement, long bytes) {
    return within(
        table,
        bytes,
        () -> {
          try {
            return joined(session.executeAsync(statement));
          } catch (RuntimeException e) {
            throw CqlFailures.harmless(table, e);
          }
        });
  }

  /** Sends a fenced write, once. */
  AsyncResultSet sendFenced(String table, Statement<?> statement, long bytes) {
    return within(
        table,
        bytes,
        () -> {
          try {
            return joined(session.executeAsync(statement));
          } catch (RuntimeException e) {
            throw CqlFailures.fenced(table, e);
          }
        });
  }

  PreparedStatement prepare(String table, String text) {
    return using(
        () -> {
          try {
            return joined(session.prepareAsync(text));
          } catch (RuntimeException e) {
            throw CqlFailures.harmless(table, e);
          }
        });
  }

  /** Runs a task that the gate does not bound, but that closing the store waits for. */
  <T> T using(Supplier<T> use) {
    uses.begin();
    try {
      return use.get();
    } finally {
      uses.end();
    }
  }

  static <T> T joined(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  @Override
  public void close() {
    uses.close(timeout.multipliedBy(2).plus(ENDING_MARGIN));
    session.forceCloseAsync().toCompletableFuture().join();
  }

  private <T> T within(String table, long bytes, Supplier<T> request) {
    RequestGate entered = urgentTables.contains(table) ? urgentGate : gate;
    return using(
        () -> {
          entered.enter(bytes);
          try {
            return request.get();
          } finally {
            entered.leave(bytes);
          }
        });
  }
}
