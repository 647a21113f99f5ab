package io.messina.cassandra;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The users of a node: locks of a file, which the system releases if a process is killed. One at a
 * time looks whether there is a node, and starts one; any number use it.
 */
final class NodeUse implements AutoCloseable {

  private static final long STARTING = 0;
  private static final long USING = 1;
  private static final int LOOK_MILLIS = 500;

  /** A channel that nothing refers to is closed by the garbage collector, and its locks with it. */
  private static final Set<FileChannel> USED = ConcurrentHashMap.newKeySet();

  private final FileChannel file;

  private NodeUse(FileChannel file) {
    this.file = file;
  }

  static NodeUse at(Path file) {
    try {
      return new NodeUse(
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
    } catch (IOException e) {
      throw new CassandraException("The file " + file + " cannot be locked", e);
    }
  }

  /**
   * Waits for others that do the same, and then uses the node until this is closed or the process
   * ends.
   */
  void begin(Runnable findOrStart) {
    try (FileLock starting = file.lock(STARTING, 1, false)) {
      FileLock using = file.lock(USING, 1, true);
      if (starting.isValid() && using.isValid()) {
        USED.add(file);
        findOrStart.run();
      }
    } catch (IOException e) {
      throw new CassandraException("A node's use cannot be locked", e);
    }
  }

  /**
   * Returns once the node has been unused for so long; no process can begin to use it until this is
   * closed.
   */
  void awaitEnd(Duration unusedMax) {
    long usedAt = System.nanoTime();
    while (true) {
      FileLock unused = tryUnused();
      long now = System.nanoTime();
      if (unused == null) {
        usedAt = now;
      } else if (now - usedAt > unusedMax.toNanos()) {
        return;
      } else {
        release(unused);
      }
      pause();
    }
  }

  private @Nullable FileLock tryUnused() {
    try {
      return file.tryLock(USING, 1, false);
    } catch (IOException e) {
      throw new CassandraException("A node's use cannot be locked", e);
    }
  }

  private static void release(FileLock lock) {
    try {
      lock.release();
    } catch (IOException e) {
      throw new CassandraException("A node's use cannot be unlocked", e);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(LOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CassandraException("Interrupted while a node is used", e);
    }
  }

  @Override
  public void close() {
    USED.remove(file);
    try {
      file.close();
    } catch (IOException e) {
      throw new CassandraException("The file of a node's use cannot be closed", e);
    }
  }
}
