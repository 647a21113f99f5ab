package io.messina.cassandra;

import io.messina.cassandra.CassandraSettings.Lifetime;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * One to three nodes that outlive the process which starts them, and that any process finds again
 * by their folder. Not for use by several processes at once.
 */
public final class CassandraFolder {

  private static final int CONNECT_MILLIS_MAX = 2_000;
  private static final int STOP_SECONDS_MAX = 60;

  private final Path folder;

  /** Reads and writes nothing yet. */
  public CassandraFolder(Path folder) {
    this.folder = folder.toAbsolutePath().normalize();
  }

  /** The nodes that were ever started here, running or not. */
  public List<NodeStatus> nodes() {
    return IntStream.rangeClosed(1, CassandraCluster.NODES_MAX)
        .mapToObj(number -> recorded(number).map(node -> status(number, node)))
        .flatMap(Optional::stream)
        .toList();
  }

  /**
   * Starts those nodes that do not run, one after the other, and awaits each. Data of former runs
   * is available again.
   *
   * @param count 1 to {@value CassandraCluster#NODES_MAX}, not less than there are already
   * @param port of drivers, on all nodes; running nodes keep theirs
   * @param heapMebibytes of each
   * @param starting told of each node before it is started
   * @throws CassandraException as {@link CassandraNode#start} does, or where the folder holds more
   *     nodes; nodes that are ready stay
   */
  public void start(int count, int port, int heapMebibytes, Consumer<CassandraAddress> starting) {
    int before = nodes().size();
    if (count < before) {
      throw new CassandraException(
          "The folder %s holds a cluster of %d nodes: start %2$d, or delete the folder"
              .formatted(folder, before));
    }
    int storagePort = storagePort(count);
    for (int number = 1; number <= count; number++) {
      CassandraAddress address =
          new CassandraAddress(
              CassandraCluster.host(number), port, storagePort, CassandraCluster.host(1));
      startUnlessRunning(number, address, heapMebibytes, starting);
    }
  }

  private void startUnlessRunning(
      int number, CassandraAddress address, int heap, Consumer<CassandraAddress> starting) {
    if (recorded(number).flatMap(RecordedNode::process).isPresent()) {
      return;
    }
    starting.accept(address);
    CassandraNode.start(
        CassandraSettings.in(nodeFolder(number))
            .withAddress(address)
            .withHeapMebibytes(heap)
            .withLifetime(Lifetime.OWN));
  }

  /** The nodes know each other by it, so that it stays. */
  private int storagePort(int count) {
    return recorded(1)
        .map(node -> node.address().storagePort())
        .orElseGet(
            () ->
                FreePorts.next(
                    IntStream.rangeClosed(1, count).mapToObj(CassandraCluster::host).toList()));
  }

  /**
   * Lets all running nodes write their data, and end; kills a node that has not ended after a
   * minute.
   *
   * @return the nodes that ran
   */
  public List<NodeStatus> stop() {
    List<NodeStatus> running = nodes().stream().filter(NodeStatus::isRunning).toList();
    List<ProcessHandle> processes =
        running.stream()
            .map(node -> recorded(node.number()).flatMap(RecordedNode::process))
            .flatMap(Optional::stream)
            .toList();
    processes.forEach(ProcessHandle::destroy);
    processes.forEach(CassandraFolder::awaitEnd);
    return running;
  }

  private static void awaitEnd(ProcessHandle process) {
    CompletableFuture<ProcessHandle> end = process.onExit();
    try {
      end.get(STOP_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      process.destroyForcibly();
      end.join();
    } catch (ExecutionException e) {
      throw new CassandraException("The end of a node could not be awaited", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CassandraException("Interrupted while a node ended", e);
    }
  }

  private NodeStatus status(int number, RecordedNode node) {
    Optional<ProcessHandle> process = node.process();
    return new NodeStatus(
        number,
        node.address(),
        process.map(running -> OptionalLong.of(running.pid())).orElseGet(OptionalLong::empty),
        process.isPresent() && answers(node.address().contactPoint()),
        new NodeFolder(nodeFolder(number)).log());
  }

  private static boolean answers(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_MILLIS_MAX);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private Optional<RecordedNode> recorded(int number) {
    return Files.isDirectory(nodeFolder(number))
        ? RecordedNode.in(nodeFolder(number))
        : Optional.empty();
  }

  private Path nodeFolder(int number) {
    return folder.resolve(CassandraCluster.folderName(number));
  }
}
