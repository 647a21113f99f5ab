package io.messina.cli.serve;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Examines the machine on which a server would run. It leaves nothing behind. */
final class Machine {

  private static final int JAVA_LEAST = 25;
  private static final long GIB = 1L << 30;
  private static final long DISK_LEAST = GIB;
  private static final long DISK_GOOD = 10 * GIB;
  private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(2);
  private static final Instant BUILT = Instant.parse("2026-01-01T00:00:00Z");

  private Machine() {}

  static Finding java() {
    Runtime.Version version = Runtime.version();
    String found = version + " of " + System.getProperty("java.vendor", "somebody");
    return version.feature() >= JAVA_LEAST
        ? Finding.ok("java", found)
        : Finding.wrong("java", found, "Install JDK 25 or newer, and set JAVA_HOME to it.");
  }

  static Finding port(String host, int port) {
    if (port == 0) {
      return Finding.ok("port", "a free one will be taken");
    }
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
      return Finding.ok("port", port + " at " + host + " is free");
    } catch (IOException e) {
      return Finding.wrong(
          "port",
          port + " at " + host + " cannot be listened at: " + e.getMessage(),
          "If it is no Messina of yours, choose another with --port.");
    }
  }

  static Finding disk(Path folder) {
    try {
      FileStore store = Files.getFileStore(existing(folder));
      String found =
          String.format(
              Locale.ROOT,
              "%.1f GiB free (%s)",
              store.getUsableSpace() / (double) GIB,
              store.type());
      if (store.getUsableSpace() < DISK_LEAST) {
        return Finding.wrong("disk", found, "Make room, or name a folder elsewhere by --data.");
      }
      return store.getUsableSpace() < DISK_GOOD
          ? Finding.warning("disk", found, "Make room before you load much.")
          : Finding.ok("disk", found);
    } catch (IOException e) {
      return Finding.wrong("disk", "unknown: " + e.getMessage(), "See that the disk exists.");
    }
  }

  static Finding store(Path folder) {
    Path existing = existing(folder);
    if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
      return Finding.wrong(
          "store",
          existing + " is no folder that can be written",
          "Change its rights, or name another folder by --data.");
    }
    return Files.exists(folder) ? used(folder) : made(folder, existing);
  }

  /** Only trying tells whether a file system lets folders be made; nothing is left of it. */
  private static Finding made(Path folder, Path existing) {
    try {
      Files.delete(Files.createTempDirectory(existing, "messina-doctor-"));
      return Finding.ok("store", folder + " will be made");
    } catch (IOException _) {
      return Finding.wrong(
          "store", folder + " cannot be made in " + existing, "Name another folder by --data.");
    }
  }

  private static Finding used(Path folder) {
    Path format = folder.resolve("FORMAT");
    try (Stream<Path> files = Files.list(folder)) {
      Optional<StoreHolder> holder = StoreHolder.of(folder);
      if (holder.isPresent()) {
        return Finding.wrong(
            "store",
            folder + " is in use by " + holder.get().sentence(),
            "Stop it (kill " + holder.get().pid() + "), or name another folder by --data.");
      }
      if (Files.isRegularFile(format)) {
        return Finding.ok("store", folder + " holds " + Files.readString(format).strip());
      }
      return files.findAny().isEmpty()
          ? Finding.ok("store", folder + " is empty")
          : Finding.wrong(
              "store",
              folder + " has files but is not a Messina data folder",
              "Name an empty or a new folder by --data. If it was one, it is damaged: restore a"
                  + " backup.");
    } catch (IOException e) {
      return Finding.wrong("store", folder + " cannot be read: " + e.getMessage(), "See why.");
    }
  }

  /**
   * Timestamps decide which write wins, so a clock behind the timestamps on the disk would hide
   * writes.
   */
  static Finding clock(Path folder, Instant now) {
    if (now.isBefore(BUILT)) {
      return Finding.wrong(
          "clock", now + ", which is long past", "Set the clock; run chrony or NTP.");
    }
    Optional<Instant> newest = newest(folder);
    return newest.isPresent() && newest.get().isAfter(now.plus(CLOCK_TOLERANCE))
        ? Finding.warning(
            "clock",
            now + ", but the store was last written at " + newest.get(),
            "Set the clock; run chrony or NTP.")
        : Finding.ok("clock", now.toString());
  }

  private static Optional<Instant> newest(Path folder) {
    Optional<Instant> newest = Optional.empty();
    for (String name : new String[] {"acknowledged", "FORMAT", "rocksdb"}) {
      try {
        Instant written = Files.getLastModifiedTime(folder.resolve(name)).toInstant();
        newest = newest.filter(written::isBefore).or(() -> Optional.of(written));
      } catch (IOException _) {
        // it does not exist
      }
    }
    return newest;
  }

  private static Path existing(Path folder) {
    Path existing = folder.toAbsolutePath().normalize();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    return existing;
  }
}
