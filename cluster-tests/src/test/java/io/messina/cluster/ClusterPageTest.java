package io.messina.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.cassandra.CassandraForTests;
import io.messina.cassandra.FreePorts;
import io.messina.stream.json.ApiJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The first lines of the page on several servers start what they say. */
@Timeout(180)
@SuppressWarnings("NullAway.Init")
class ClusterPageTest {

  private static final Path PAGE = Path.of("../docs/operator/cluster.md");
  private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)\n```", Pattern.DOTALL);
  private static final Pattern STORE = Pattern.compile("STORE='(cql://[^']+)'");
  private static final Pattern PORT = Pattern.compile("--port (\\d+)");
  private static final String LAUNCHER = "./messina ";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir private Path folder;
  private final List<MessinaProcess> servers = new ArrayList<>();
  private String store;

  @AfterEach
  void stop() {
    servers.forEach(MessinaProcess::close);
  }

  @Test
  void three_servers_that_five_lines_start_share_the_shards_and_answer_alike() throws Exception {
    for (String line : lines()) {
      run(line);
    }
    servers.forEach(MessinaProcess::awaitReady);
    List<String> urls = servers.stream().map(server -> server.out().strip()).toList();
    assertThat(urls).hasSize(3);
    Caller.ask(urls.get(0), "PUT", "/v1/streams/shared", "{\"shards\":16}").good();
    for (String url : urls) {
      assertThat(Caller.ask(url, "GET", "/health/ready", "").good()).isNotEmpty();
      Caller.ask(url, "POST", "/v1/streams/shared/events", "{\"n\":1}").good();
    }

    servers.getLast().awaitThat(() -> owners(urls.get(1)).size() == urls.size());
    assertThat(Load.payloads(urls.get(2), "shared")).hasSize(urls.size());
  }

  private static List<String> lines() throws IOException {
    Matcher block = BLOCK.matcher(Files.readString(PAGE));
    assertThat(block.find()).isTrue();
    List<String> lines = block.group(1).lines().toList();
    assertThat(lines).hasSize(5);
    return lines;
  }

  /** As a shell does, on the database of the build and on free ports. */
  private void run(String line) throws IOException, InterruptedException {
    Matcher setting = STORE.matcher(line);
    if (setting.matches()) {
      store = onTestDatabase(setting.group(1));
      return;
    }
    assertThat(line).startsWith(LAUNCHER);
    boolean goesOn = line.endsWith(" &");
    String command =
        PORT.matcher(line.substring(LAUNCHER.length()).replaceFirst(" &$", ""))
            .replaceAll("--port " + FreePorts.next(List.of("127.0.0.1")))
            .replace("\"$STORE\"", store);
    MessinaProcess process = MessinaProcess.start(folder, List.of(command.split(" ")));
    if (goesOn) {
      servers.add(process);
    } else {
      assertThat(process.awaitExit(PATIENCE)).as(process.err()).isZero();
    }
  }

  private static String onTestDatabase(String url) {
    CassandraForTests database = CassandraForTests.shared();
    return url.replace(
            "127.0.0.1:9042",
            database.contactPoint().getHostString() + ":" + database.contactPoint().getPort())
        .replace("/messina?", "/" + CassandraForTests.keyspace("messina_page") + "?")
        .replace("dc=datacenter1", "dc=" + database.datacenter());
  }

  private static Set<String> owners(String url) {
    Set<String> owners = new LinkedHashSet<>();
    ApiJson.MAPPER
        .readTree(Caller.ask(url, "GET", "/v1/cluster", "").good())
        .get("shards")
        .forEach(
            shard ->
                Optional.ofNullable(shard.get("owner"))
                    .filter(owner -> owner.isString())
                    .ifPresent(owner -> owners.add(owner.stringValue())));
    return owners;
  }
}
