package io.messina.cli.serve;

import io.messina.server.config.Configuration;
import io.messina.server.config.ConfigurationException;
import io.messina.server.config.Option;
import io.messina.server.config.Options;
import io.messina.server.database.DatabaseOptions;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlUrl;
import java.util.List;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;

/** Gives a command the flags of a server that say where its database is. */
final class StoreFlags implements IModelTransformer {

  private static final List<Option<?>> OPTIONS =
      Options.ALL.stream()
          .filter(option -> option.name().startsWith(Options.STORE.name()))
          .toList();

  StoreFlags() {}

  @Override
  public CommandSpec transform(CommandSpec command) {
    return ServerFlags.add(command, OPTIONS);
  }

  /** The keyspace that the flags, the environment and the file name. */
  static CqlOptions keyspace(CommandSpec command) {
    Configuration configuration = ServerFlags.configuration(command);
    return DatabaseOptions.of(configuration)
        .orElseThrow(
            () ->
                new ConfigurationException(
                    Options.STORE.flag()
                        + ": "
                        + configuration.get(Options.STORE)
                        + ", which has no schema (expected: "
                        + CqlUrl.FORM
                        + ")"));
  }
}
