package io.messina.cli.serve;

import io.messina.server.database.ServerTables;
import io.messina.store.Table;
import io.messina.store.cql.CqlSchema;
import io.messina.store.cql.probe.DatabaseProduct;
import io.messina.store.cql.probe.KeyspaceStatements;
import io.messina.store.cql.session.CqlOptions;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code messina schema show}. */
@Command(
    name = "show",
    modelTransformer = StoreFlags.class,
    description = {
      "Print the CQL that makes the keyspace and all tables, to be run by cqlsh.",
      "",
      "The database is not asked.",
      ""
    })
final class SchemaShowCommand implements Runnable {

  @Spec private CommandSpec spec;

  SchemaShowCommand() {}

  @Override
  public void run() {
    CqlOptions options = StoreFlags.keyspace(spec);
    PrintWriter out = spec.commandLine().getOut();
    out.println("-- On ScyllaDB before 2025.4: AND tablets = {'enabled': false}");
    out.println(
        "-- On ScyllaDB, tables but those called log_: AND tombstone_gc = {'mode': 'timeout'}");
    out.println(KeyspaceStatements.create(options) + ";");
    for (Table table : ServerTables.ALL) {
      out.println();
      out.println(
          CqlSchema.createTable(options.keyspace(), table, DatabaseProduct.Kind.CASSANDRA) + ";");
    }
    out.flush();
  }
}
