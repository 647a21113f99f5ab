package io.messina.cassandra;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folder of Cassandra's jars, made by the module {@code cassandra-jars}. */
record CassandraJars(Path folder) {

  /**
   * The system property that names the folder. The build sets it for tests, the script for users.
   */
  static final String PROPERTY = "messina.cassandra.jars";

  static CassandraJars ofThisProcess() {
    return of(System.getProperty(PROPERTY));
  }

  static CassandraJars of(@Nullable String folder) {
    if (folder == null) {
      throw new CassandraException(
          "The system property "
              + PROPERTY
              + " does not say where the jars of Cassandra are. Build cassandra-jars and name its"
              + " folder target/lib");
    }
    CassandraJars jars = new CassandraJars(Path.of(folder).toAbsolutePath().normalize());
    jars.theOnly("cassandra-all-");
    return jars;
  }

  /** The agent that measures objects; Cassandra does not start without it. */
  Path agent() {
    return theOnly("jamm-");
  }

  /** Our classes first: one of them replaces one of Cassandra's. */
  String classPath() {
    return ownClasses() + File.pathSeparator + folder.resolve("*");
  }

  private Path theOnly(String prefix) {
    List<Path> found =
        jars().filter(jar -> jar.getFileName().toString().startsWith(prefix)).toList();
    return switch (found.size()) {
      case 1 -> found.getFirst();
      case 0 ->
          throw new CassandraException(
              "There is no "
                  + prefix
                  + "….jar in "
                  + folder
                  + ". Build it: mvn -pl cassandra-jars test");
      default ->
          throw new CassandraException(
              "There are several versions of one jar in "
                  + folder
                  + ": "
                  + found
                  + ". Delete it and build cassandra-jars again");
    };
  }

  private Stream<Path> jars() {
    if (!Files.isDirectory(folder)) {
      return Stream.empty();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList().stream();
    } catch (IOException e) {
      throw new CassandraException("The folder " + folder + " cannot be read", e);
    }
  }

  private static Path ownClasses() {
    try {
      return Path.of(
          CassandraJars.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new CassandraException("The place of Messina's own classes is not a file", e);
    }
  }
}
