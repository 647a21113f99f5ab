package io.messina.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CassandraForTestsTest {

  @TempDir Path folder;

  @Test
  void a_node_dies_with_a_parent_that_is_killed() throws Exception {
    Process parent = parentOfNode();
    long pid = pidToldBy(parent);
    ProcessHandle node = ProcessHandle.of(pid).orElseThrow();
    parent.destroyForcibly();
    assertThat(node.onExit().get(60, TimeUnit.SECONDS).isAlive()).isFalse();
  }

  private Process parentOfNode() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-D" + CassandraJars.PROPERTY + "=" + CassandraJars.ofThisProcess().folder(),
            "-cp",
            System.getProperty("java.class.path"),
            ParentOfNode.class.getName(),
            folder.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static long pidToldBy(Process parent) throws IOException {
    BufferedReader told =
        new BufferedReader(new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8));
    return Long.parseLong(told.readLine());
  }

  @Test
  void a_cluster_named_from_outside_is_taken() {
    assertThat(CassandraForTests.named(Map.of("MESSINA_TEST_CQL", "db.example:9043")))
        .hasValueSatisfying(
            cluster -> {
              assertThat(cluster.contactPoint().getHostString()).isEqualTo("db.example");
              assertThat(cluster.contactPoint().getPort()).isEqualTo(9043);
              assertThat(cluster.datacenter()).isEqualTo("datacenter1");
              assertThat(cluster.isExternal()).isTrue();
            });
    assertThat(CassandraForTests.named(Map.of())).isEmpty();
    assertThatThrownBy(() -> CassandraForTests.named(Map.of("MESSINA_TEST_CQL", "db:x")))
        .hasMessageContaining("expected: host:port");
  }
}
