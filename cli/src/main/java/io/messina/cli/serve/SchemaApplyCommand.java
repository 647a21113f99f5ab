package io.messina.cli.serve;

import io.messina.cli.terminal.OutputFormat;
import io.messina.server.database.ServerTables;
import io.messina.store.cql.KeyspaceSetup;
import io.messina.store.cql.session.CqlOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code messina schema apply}. */
@Command(
    name = "apply",
    modelTransformer = StoreFlags.class,
    description = {
      "Make the keyspace and the tables that are missing.",
      "",
      "Running it again changes nothing. What exists is never altered or dropped.",
      ""
    })
final class SchemaApplyCommand implements Runnable {

  @Spec private CommandSpec spec;
  @Mixin private OutputFormat format;

  SchemaApplyCommand() {}

  @Override
  public void run() {
    CqlOptions options = StoreFlags.keyspace(spec);
    KeyspaceSetup setup = KeyspaceSetup.apply(options, ServerTables.ALL);
    format.printDone(spec.commandLine().getOut(), sentence(options, setup), fields(options, setup));
  }

  private static String sentence(CqlOptions options, KeyspaceSetup setup) {
    List<String> done = new ArrayList<>();
    if (setup.keyspaceMade()) {
      done.add("made the keyspace " + options.keyspace());
    }
    if (!setup.tablesMade().isEmpty()) {
      done.add(
          "made "
              + counted(setup.tablesMade())
              + " in "
              + options.keyspace()
              + ": "
              + String.join(", ", setup.tablesMade()));
    }
    if (!setup.tablesKept().isEmpty()) {
      done.add(counted(setup.tablesKept()) + " had been made before");
    }
    String text = String.join("; ", done);
    return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
  }

  private static String counted(List<String> tables) {
    return tables.size() == 1 ? "1 table" : tables.size() + " tables";
  }

  private static Map<String, Object> fields(CqlOptions options, KeyspaceSetup setup) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("keyspace", options.keyspace());
    fields.put("keyspace_made", setup.keyspaceMade());
    fields.put("tables_made", setup.tablesMade());
    fields.put("tables_kept", setup.tablesKept());
    return fields;
  }
}
