package io.messina.store.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import io.messina.store.cql.probe.ClusterProbe;
import io.messina.store.cql.probe.ClusterReport;
import io.messina.store.cql.probe.KeyspaceStatements;
import io.messina.store.cql.probe.SystemClock;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlSessions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Creates a keyspace and its tables, as far as they are missing.
 *
 * @param keyspaceMade whether the keyspace was missing
 * @param tablesMade the names of the tables that were missing, in the order of their making
 * @param tablesKept the names of the tables that existed
 */
public record KeyspaceSetup(
    boolean keyspaceMade, List<String> tablesMade, List<String> tablesKept) {

  private static final Duration STATEMENT_MAX = Duration.ofSeconds(30);

  /** Keeps the lists. */
  public KeyspaceSetup {
    tablesMade = List.copyOf(tablesMade);
    tablesKept = List.copyOf(tablesKept);
  }

  /**
   * Creates the keyspace and the tables that are missing. Repeating it changes nothing. It is slow:
   * the database takes up to a second for a table.
   *
   * @param options the cluster and the keyspace
   * @param tables all tables that are wanted
   * @return the changes made
   * @throws StoreUnavailableException if the cluster does not answer
   * @throws StoreException if the cluster cannot be worked with, if rights are missing, or if a
   *     table exists with another definition: then nothing is made
   */
  public static KeyspaceSetup apply(CqlOptions options, List<Table> tables) {
    boolean keyspaceMade = false;
    Set<String> there;
    try (CqlSession session = CqlSessions.open(options)) {
      ClusterReport report =
          new ClusterProbe(session, options, SystemClock.wall()).examineWithoutKeyspace();
      there = tables(session, options);
      new KeyspaceTables(
              options.keyspace(), new Requests(session, options.requestTimeout(), Set.of()))
          .requireNoStrangers(tables); // told before anything is made
      report.requireUsable();
      if (session.getMetadata().getKeyspace(options.quotedKeyspace()).isEmpty()) {
        make(session, KeyspaceStatements.create(options, report.product()));
        keyspaceMade = true;
      }
    }
    try (CqlStore store = CqlStore.open(options, SystemClock.wall())) {
      tables.forEach(store::create);
    }
    List<String> names = new ArrayList<>(tables.stream().map(Table::name).toList());
    List<String> kept = names.stream().filter(there::contains).toList();
    names.removeAll(there);
    return new KeyspaceSetup(keyspaceMade, names, kept);
  }

  private static Set<String> tables(CqlSession session, CqlOptions options) {
    try {
      return session.refreshSchema().getKeyspace(options.quotedKeyspace()).stream()
          .flatMap(keyspace -> keyspace.getTables().keySet().stream())
          .map(name -> name.asInternal())
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (DriverException e) {
      throw new StoreUnavailableException(
          "the tables could not be listed (" + e.getMessage() + "): try again", e);
    }
  }

  private static void make(CqlSession session, String statement) {
    try {
      session.execute(SimpleStatement.newInstance(statement).setTimeout(STATEMENT_MAX));
    } catch (UnauthorizedException e) {
      throw new StoreException(
          StoreException.Code.MISCONFIGURED,
          "the right to make a keyspace is missing: have somebody who has it run "
              + statement
              + ";",
          e);
    } catch (DriverException e) {
      throw new StoreUnavailableException(
          "the keyspace could not be made (" + e.getMessage() + "): try again", e);
    }
  }
}
