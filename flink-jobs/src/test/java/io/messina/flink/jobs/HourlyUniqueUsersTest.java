package io.messina.flink.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.stream.StreamClient;
import io.messina.testkit.SystemWaiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.checkpoint.CheckpointStatsCounts;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Counts a real day of edits while both task managers are lost. */
class HourlyUniqueUsersTest extends ServerFixture {

  /** Other processes share the machine. */
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private static final String DAY = "/wikipedia/wikiticker-2015-09-12-sampled.json.gz";
  private static final int EDITS = 39_244;
  private static final int TASK_MANAGERS = 2;

  /** As many as it may try before the other task managers are there. */
  private static final int RESTARTS = 1_000;

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(TASK_MANAGERS)
              .setNumberSlotsPerTaskManager(1)
              .build());

  /** An edit of a Wikipedia. */
  private record Edit(Instant time, String channel, String user) {

    static Edit of(String line) {
      JsonNode json = JsonMapper.shared().readTree(line);
      return new Edit(
          Instant.parse(json.get("time").asString()),
          json.get("channel").asString(),
          json.get("user").asString());
    }

    NewEvent event() {
      return NewEvent.of(channel, Payload.text(user)).withTime(time);
    }

    String channelAndHour() {
      return channel + " " + time.truncatedTo(ChronoUnit.HOURS);
    }
  }

  @Test
  void hourly_editors_of_a_real_day_are_those_of_a_recount_though_task_managers_are_lost(
      @TempDir Path folder, @InjectMiniCluster MiniCluster cluster) throws Exception {
    List<Edit> edits = edits();
    assertThat(edits).hasSize(EDITS);
    StreamClient visits = stream("edits", 4);
    StreamClient counts = stream("counts", 4);
    Streams.append(visits, edits.stream().map(Edit::event).toList());

    StreamExecutionEnvironment job = Jobs.environment(folder, TASK_MANAGERS, "");
    job.configure(
        new Configuration()
            .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, RESTARTS));
    HourlyUniqueUsers.build(job, URI.create(server.url()), nameOf("edits"), nameOf("counts"));
    JobID id = cluster.submitJob(job.getStreamGraph().getJobGraph()).get().getJobID();
    SystemWaiting.until(
        LIMIT, () -> checkpoints(cluster, id).getNumberOfCompletedCheckpoints() > 0, id::toString);
    server.suspend(); // so that the job does not end before they are lost
    try {
      replaceTaskManagers(cluster);
      SystemWaiting.until(
          LIMIT, () -> checkpoints(cluster, id).getNumberOfRestoredCheckpoints() > 0, id::toString);
    } finally {
      server.resume();
    }
    assertThat(cluster.requestJobResult(id).get().isSuccess()).isTrue();
    assertThat(Streams.payloads(counts)).containsExactlyInAnyOrderElementsOf(recount(edits));
  }

  private static List<Edit> edits() throws IOException {
    try (InputStream packed =
            Objects.requireNonNull(HourlyUniqueUsersTest.class.getResourceAsStream(DAY));
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(packed), StandardCharsets.UTF_8))) {
      return lines.lines().map(Edit::of).toList();
    }
  }

  private static List<String> recount(List<Edit> edits) {
    Map<String, Set<String>> editors = new HashMap<>();
    for (Edit edit : edits) {
      editors.computeIfAbsent(edit.channelAndHour(), any -> new HashSet<>()).add(edit.user());
    }
    List<String> lines = new ArrayList<>();
    editors.forEach((channelAndHour, some) -> lines.add(channelAndHour + " " + some.size()));
    return lines;
  }

  private static CheckpointStatsCounts checkpoints(MiniCluster cluster, JobID id) {
    return Objects.requireNonNull(cluster.getExecutionGraph(id).join().getCheckpointStatsSnapshot())
        .getCounts();
  }

  private static void replaceTaskManagers(MiniCluster cluster) throws Exception {
    for (int i = 0; i < TASK_MANAGERS; i++) {
      cluster.startTaskManager();
    }
    for (int i = 0; i < TASK_MANAGERS; i++) {
      var _ = cluster.terminateTaskManager(i);
    }
  }
}
