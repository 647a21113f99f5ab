package io.messina.server.database;

import io.messina.server.config.Configuration;
import io.messina.server.config.ConfigurationException;
import io.messina.server.config.Options;
import io.messina.server.json.ByteSizes;
import io.messina.stream.node.NodeLimits;

/** The part of the heap that caches may take. */
final class CacheLimit {

  private CacheLimit() {}

  /**
   * The bounds of the streams of a server.
   *
   * @throws ConfigurationException if caches might take more than half of the heap
   */
  static NodeLimits limits(Configuration configuration) {
    return configuration
        .find(Options.MEMORY_MAX)
        .map(CacheLimit::limits)
        .orElse(NodeLimits.DEFAULT);
  }

  private static NodeLimits limits(long bytesMax) {
    long half = Runtime.getRuntime().maxMemory() / 2;
    if (bytesMax > half) {
      throw new ConfigurationException(
          "memory-max: "
              + ByteSizes.format(bytesMax)
              + " (expected: at most half of the heap, which is "
              + (half >> 20)
              + "MiB here; -Xmx in MESSINA_JAVA_OPTIONS makes the heap larger)");
    }
    return NodeLimits.DEFAULT.withCacheBytesMax(bytesMax);
  }
}
