package io.messina.testkit.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * A disk in memory, mounted at a folder of the machine, so that any process can use it. Files on it
 * are durable once synced, names in a folder once the folder is; {@link #losePower} takes the rest.
 *
 * <p>It needs Linux, {@code /dev/fuse} and the rights of root: see {@link #isAvailable}. Methods
 * may be called by any thread. The process that serves it must not map files of it into memory: a
 * fault in a page of them would wait for the very process that it stops.
 */
public final class SimulatedDisk implements AutoCloseable {

  private final DiskTree tree = new DiskTree();
  private final Path mountPoint;
  private Mounted mounted;

  private SimulatedDisk(Path mountPoint) throws IOException {
    this.mountPoint = mountPoint;
    this.mounted = Mounted.at(mountPoint, tree);
  }

  /** An empty disk at an empty folder. */
  public static SimulatedDisk mount(Path mountPoint) throws IOException {
    return new SimulatedDisk(mountPoint.toRealPath());
  }

  /** Whether this process may mount one. */
  public static boolean isAvailable() {
    return Files.isReadable(FuseDevice.DEVICE) && Files.isWritable(FuseDevice.DEVICE);
  }

  /** Changes its reaction to further requests. */
  public void become(DiskState state) {
    tree.become(state);
  }

  /** Returns the number of syncs of files and folders since it was first mounted. */
  public long syncs() {
    return tree.syncs();
  }

  /**
   * From one moment to the next every request fails. Synced content is kept; of the changes since
   * then each file and folder keeps a random number of the oldest, the next one in part.
   */
  public void losePower(RandomGenerator random) {
    tree.losePower(random);
  }

  /** Mounts it again, with its remaining content. Earlier users of it get errors for ever. */
  public void restorePower() throws IOException {
    mounted.close();
    tree.become(DiskState.WORKING);
    mounted = Mounted.at(mountPoint, tree);
  }

  /** Unmounts it; its content is lost. */
  @Override
  public void close() throws IOException {
    mounted.close();
  }

  /** One time of being mounted, with the thread that serves it. */
  private record Mounted(FuseDevice device, Thread server, CompletableFuture<Void> end)
      implements AutoCloseable {

    static Mounted at(Path mountPoint, DiskTree tree) throws IOException {
      FuseDevice device = new FuseDevice(mountPoint, FuseServer.REQUEST_BYTES_MAX);
      CompletableFuture<Void> end = new CompletableFuture<>();
      FuseServer server = new FuseServer(tree, device);
      Thread thread =
          Thread.ofPlatform().name("simulated-disk").daemon().start(() -> serve(server, end));
      return new Mounted(device, thread, end);
    }

    private static void serve(FuseServer server, CompletableFuture<Void> end) {
      try {
        while (!Thread.currentThread().isInterrupted() && server.serve()) {
          // one request a turn
        }
        end.complete(null);
      } catch (IOException | RuntimeException | Error e) {
        end.completeExceptionally(e);
      }
    }

    /** Fails with the failure of the serving thread, if it failed. */
    @Override
    public void close() throws IOException {
      device.unmount();
      server.interrupt();
      try {
        end.join();
      } finally {
        device.close();
      }
    }
  }
}
