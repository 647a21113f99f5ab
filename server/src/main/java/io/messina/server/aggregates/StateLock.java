package io.messina.server.aggregates;

import io.messina.server.config.ConfigurationException;
import io.messina.server.config.Options;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The folder of local state, for one server alone: of two that use one folder each would remove the
 * states of shards that the other one has. The lock ends with the process.
 */
final class StateLock implements AutoCloseable {

  private static final Set<PosixFilePermission> OF_ITS_USER =
      PosixFilePermissions.fromString("rwx------");
  private static final String FILE = "messina-state.lock";

  private final FileChannel channel;

  private StateLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes a folder, and creates it for its user alone if it does not exist.
   *
   * @throws ConfigurationException if another server has it
   */
  static StateLock take(Path folder) {
    try {
      if (!Files.exists(folder)) {
        var _ = Files.createDirectories(folder);
        if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
          Files.setPosixFilePermissions(folder, OF_ITS_USER);
        }
      }
      FileChannel channel =
          FileChannel.open(
              folder.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (isLocked(channel)) {
        return new StateLock(channel);
      }
      channel.close();
      throw new ConfigurationException(
          "%s: %s is in use by another server (expected: a folder for each server)"
              .formatted(Options.STATE.name(), folder));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException _) {
      return false; // in this process
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
