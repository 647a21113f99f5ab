package io.messina.cli.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.cassandra.CassandraAddress;
import io.messina.cli.CommandRun;
import io.messina.test.rules.FullBuild;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CassandraCommandTest {

  @TempDir private Path folder;

  @AfterEach
  void stop() {
    cassandra("stop");
  }

  @Test
  @FullBuild("nodes start and stop in module cassandra")
  void a_node_starts_is_found_again_and_stops() {
    String port = Integer.toString(CassandraAddress.free().nativePort());
    CommandRun started = cassandra("start", "--port", port, "--heap", "512m");
    assertThat(started.exitCode()).as(started.err()).isZero();
    String url = "cql://127.0.0.1:" + port + "/messina?dc=datacenter1&replication=1";
    assertThat(started.out())
        .startsWith("Cassandra runs: 1 node")
        .contains("./messina schema apply --store '" + url + "'");

    CommandRun again = cassandra("start", "--json");
    assertThat(again.exitCode()).isZero();
    assertThat(json(again).required("url").stringValue()).isEqualTo(url);
    CommandRun status = cassandra("status", "--json");
    assertThat(status.exitCode()).isZero();
    assertThat(json(status).at("/nodes/0/state").stringValue()).isEqualTo("ready");
    long pid = json(status).at("/nodes/0/pid").longValue();
    assertThat(cassandra("start").out()).startsWith("Cassandra runs already");

    assertThat(cassandra("stop").out()).startsWith("1 node has ended");
    assertThat(ProcessHandle.of(pid)).isEmpty();
    CommandRun after = cassandra("status");
    assertThat(after.exitCode()).isEqualTo(1);
    assertThat(after.out()).contains("stopped");
    assertThat(cassandra("stop").out()).startsWith("No node runs");
  }

  @Test
  void where_no_node_was_started_none_runs_and_none_is_stopped() {
    CommandRun status = cassandra("status");
    assertThat(status.exitCode()).isEqualTo(1);
    assertThat(cassandra("stop").out()).startsWith("No node runs");
  }

  @Test
  void a_wrong_size_or_number_starts_nothing() {
    assertThat(cassandra("start", "--heap", "lots").exitCode()).isEqualTo(2);
    assertThat(cassandra("start", "--nodes", "4").err()).contains("(expected: 1 to 3)");
    assertThat(folder).isEmptyDirectory();
  }

  private CommandRun cassandra(String command, String... options) {
    String[] words = new String[4 + options.length];
    words[0] = "cassandra";
    words[1] = command;
    words[2] = "--folder";
    words[3] = folder.toString();
    System.arraycopy(options, 0, words, 4, options.length);
    return CommandRun.of(words);
  }

  private static JsonNode json(CommandRun run) {
    return JsonMapper.shared().readTree(run.out());
  }
}
