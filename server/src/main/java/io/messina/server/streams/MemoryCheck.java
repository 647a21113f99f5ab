package io.messina.server.streams;

import io.messina.runtime.CacheBudget;
import io.messina.server.http.HealthCheck;
import java.util.Optional;

/** Shows how much memory the caches use, and may use. It never finds trouble. */
record MemoryCheck(CacheBudget caches) implements HealthCheck {

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public Optional<String> trouble() {
    return Optional.empty();
  }

  @Override
  public String note() {
    return "caches take "
        + mebibytes(caches.usedBytes())
        + " of "
        + mebibytes(caches.bytesMax())
        + " MiB";
  }

  private static long mebibytes(long bytes) {
    return bytes >> 20;
  }
}
