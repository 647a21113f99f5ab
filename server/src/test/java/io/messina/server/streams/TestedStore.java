package io.messina.server.streams;

import io.messina.server.RunningNode;
import io.messina.server.database.TestKeyspace;
import java.nio.file.Path;
import java.util.List;

/** The stores that tests over HTTP run on. */
public enum TestedStore {
  /** The embedded one. */
  EMBEDDED {
    @Override
    public RunningNode start(Path folder) throws InterruptedException {
      return RunningNode.in(folder, "--durability", "os");
    }
  },
  /** A keyspace of a real database. */
  KEYSPACE {
    @Override
    public RunningNode start(Path folder) throws InterruptedException {
      TestKeyspace keyspace = TestKeyspace.shared();
      return RunningNode.in(folder, "--store", keyspace.url()).closing(keyspace).patient();
    }
  };

  /** One in a build; all of them where {@code messina.test.everything} is true. */
  static List<TestedStore> tested() {
    return Boolean.getBoolean("messina.test.everything") ? List.of(values()) : List.of(EMBEDDED);
  }

  /** A server that is ready; what it needs goes when it is closed. */
  public abstract RunningNode start(Path folder) throws InterruptedException;
}
