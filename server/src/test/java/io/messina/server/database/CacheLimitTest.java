package io.messina.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.server.config.Configuration;
import io.messina.server.config.ConfigurationException;
import io.messina.stream.node.NodeLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheLimitTest {

  @TempDir private Path folder;

  @Test
  void caches_take_a_quarter_of_the_heap_unless_told_otherwise() throws IOException {
    assertThat(CacheLimit.limits(configuration(Map.of()))).isEqualTo(NodeLimits.DEFAULT);
    assertThat(NodeLimits.DEFAULT.cacheBytesMax()).isEqualTo(Runtime.getRuntime().maxMemory() / 4);
    assertThat(CacheLimit.limits(configuration(Map.of("--memory-max", "2MiB"))).cacheBytesMax())
        .isEqualTo(2L << 20);
  }

  @Test
  void more_than_half_of_the_heap_is_refused() throws IOException {
    Configuration configuration = configuration(Map.of("--memory-max", "1024GiB"));
    assertThatThrownBy(() -> CacheLimit.limits(configuration))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("memory-max: 1024GiB (expected: at most half of the heap");
  }

  private Configuration configuration(Map<String, String> flags) throws IOException {
    return Configuration.read(folder, Map.of(), flags);
  }
}
