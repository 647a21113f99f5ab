package io.messina.cassandra;

import io.messina.cassandra.CassandraSettings.Lifetime;
import io.messina.cassandra.CassandraSettings.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node that several processes share, one after the other or at the same time. The first starts
 * it; it ends with the process that they all are children of, as Maven is of the JVMs of its tests,
 * or after a while without use. Its folder is removed with it.
 */
final class SharedNode {

  private static final Logger LOG = LoggerFactory.getLogger(SharedNode.class);

  /** Another process may take a port between its finding and the start of the node. */
  private static final int TRIES_MAX = 3;

  private final Path folder;
  private final Duration unusedMax;

  /** Held, and so locked, as long as this process runs. */
  private final NodeUse use;

  SharedNode(Path folder, Duration unusedMax) {
    this.folder = folder.toAbsolutePath().normalize();
    this.unusedMax = unusedMax;
    this.use = NodeUse.at(lockFile());
  }

  /** Returns the address of the existing node, or of a new one; answers are awaited. */
  CassandraAddress address() {
    use.begin(
        () -> {
          if (running().isEmpty()) {
            start(TRIES_MAX);
          }
        });
    return running().orElseThrow(() -> new CassandraException("The shared node has ended"));
  }

  private Optional<CassandraAddress> running() {
    return RecordedNode.in(folder)
        .filter(node -> node.process().isPresent() && CassandraNode.isReady(new NodeFolder(folder)))
        .map(RecordedNode::address);
  }

  private void start(int tries) {
    clear();
    CassandraNode node =
        CassandraNode.launch(
            CassandraSettings.in(folder).withSchema(Schema.FAST).withLifetime(Lifetime.OWN),
            properties());
    try {
      node.awaitReady();
    } catch (CassandraException e) {
      if (tries <= 1) {
        throw e;
      }
      LOG.warn("Cassandra did not start, trying once more", e);
      start(tries - 1);
    }
  }

  /** Removes the remains of a node that was killed, or whose start was broken off. */
  private void clear() {
    RecordedNode.in(folder)
        .flatMap(RecordedNode::process)
        .filter(ProcessHandle::destroyForcibly)
        .ifPresent(process -> process.onExit().join());
    NodeFolder.delete(folder);
  }

  private List<String> properties() {
    return List.of(
        ChildOfThisProcess.ENDS_WITH_PROCESS + "=" + parent().pid(),
        ChildOfThisProcess.USE + "=" + lockFile(),
        ChildOfThisProcess.UNUSED_MAX_MILLIS + "=" + unusedMax.toMillis(),
        ChildOfThisProcess.FOLDER_TO_DELETE + "=" + folder);
  }

  /** The nearest that runs Java, as there may be a shell between; this one where there is none. */
  private static ProcessHandle parent() {
    Predicate<ProcessHandle> runsJava =
        process -> process.info().command().filter(name -> name.endsWith("java")).isPresent();
    Optional<ProcessHandle> parent = ProcessHandle.current().parent();
    while (parent.isPresent() && !runsJava.test(parent.get())) {
      parent = parent.get().parent();
    }
    return parent.orElse(ProcessHandle.current());
  }

  /** Beside the folder, which is created and removed. */
  private Path lockFile() {
    try {
      return Files.createDirectories(folder.getParent()).resolve(folder.getFileName() + ".lock");
    } catch (IOException e) {
      throw new CassandraException("The folder " + folder.getParent() + " cannot be made", e);
    }
  }
}
