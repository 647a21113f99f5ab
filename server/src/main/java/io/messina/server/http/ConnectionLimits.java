package io.messina.server.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Optional;

/**
 * Bounds of connections.
 *
 * @param openMax how many are open at once; further ones wait to be accepted until others end
 * @param headersTimeMax how long the headers of a request may take to arrive, once its first line
 *     has
 */
record ConnectionLimits(int openMax, Duration headersTimeMax) {

  /** Long for a client, and short for one that sends as little as it can. */
  static final Duration HEADERS_TIME_MAX = Duration.ofSeconds(20);

  /** What the store, its logs and the program itself have open. */
  private static final long OWN_FILES = 1_500;

  /** Where the system does not say how many files there may be. */
  private static final long FILES = 65_536;

  /** As many as are configured, or as the process may have files open beside its own. */
  static ConnectionLimits of(Optional<Integer> openMax) {
    return new ConnectionLimits(openMax.orElseGet(() -> besideFiles(files())), HEADERS_TIME_MAX);
  }

  /** At least a half of them. */
  static int besideFiles(long files) {
    return Math.toIntExact(Math.clamp(Math.max(files / 2, files - OWN_FILES), 1, 1_000_000));
  }

  private static long files() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getMaxFileDescriptorCount()
        : FILES;
  }
}
