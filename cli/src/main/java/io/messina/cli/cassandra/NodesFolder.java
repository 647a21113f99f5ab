package io.messina.cli.cassandra;

import io.messina.cassandra.CassandraFolder;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The folder that the nodes are found by. */
final class NodesFolder {

  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      defaultValue = "messina-cassandra",
      description = "Holds data and logs, which stay until it is deleted (${DEFAULT-VALUE}).")
  private Path folder;

  Path path() {
    return folder.toAbsolutePath().normalize();
  }

  CassandraFolder open() {
    return new CassandraFolder(folder);
  }
}
