package io.messina.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ClaimOptions;
import io.messina.api.Nack;
import io.messina.cli.CommandRun;
import io.messina.cli.RunningCommand;
import io.messina.cli.TestServer;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.group.ClaimedEvent;
import io.messina.client.group.GroupClient;
import io.messina.testkit.SystemWaiting;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

class RemoteCommandsTest {

  @TempDir private Path folder;
  @AutoClose private TestServer server;

  @BeforeEach
  void start() throws InterruptedException {
    server = TestServer.start(folder);
  }

  @Test
  void streams_are_created_shown_listed_changed_and_deleted() {
    assertThat(server.said("stream list")).isEqualTo("There are no streams.");
    assertThat(server.said("stream create edits --shards 4 --key /user"))
        .containsPattern("shards +4\\R")
        .containsPattern("retention +7d");
    assertThat(server.said("stream create edits --retention forever --shards 4"))
        .containsPattern("retention +forever");
    JsonNode shown = json("stream show edits --json");
    assertThat(shown.required("name").stringValue()).isEqualTo("edits");
    assertThat(shown.required("shards").intValue()).isEqualTo(4);
    assertThat(json("stream list --json").required("streams")).hasSize(1);
    assertThat(server.said("stream delete edits")).isEqualTo("The stream edits is deleted.");
    assertThat(server.run("stream show edits").exitCode()).isEqualTo(3);
  }

  @Test
  void a_schema_is_taken_from_a_file_and_refuses_what_does_not_fit() throws Exception {
    for (String nothing : List.of("", "null")) {
      Path file = Files.writeString(folder.resolve("none.json"), nothing);
      assertThat(server.run("stream create none --schema", file.toString()).err())
          .contains("holds nothing (expected: JSON that is not null)");
    }
    assertThat(server.run("stream show none").exitCode()).isEqualTo(3);
    Path schema = Files.writeString(folder.resolve("s.json"), "{\n\"type\": \"object\"\n}");
    server.said("stream create edits --schema", schema.toString());
    assertThat(server.said("stream show edits")).containsPattern("schema +\\{\"type\":");
    Path lines = Files.writeString(folder.resolve("lines.ndjson"), "{}\n7\n");
    CommandRun run = server.run("load", lines.toString(), "--stream", "edits");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).hasLineCount(1).startsWith("messina: line or row 2: ");
  }

  @Test
  void where_no_server_answers_is_told_where_it_was_looked_for() {
    String url = server.url().toString();
    server.close();
    CommandRun run = server.run("stream list");
    assertThat(run.exitCode()).isEqualTo(4);
    assertThat(run.err())
        .hasLineCount(1)
        .startsWith("messina: no server answers at " + url + ": start one");
  }

  @Test
  void shards_stay_if_they_are_not_given() {
    server.said("stream create edits --shards 4");
    assertThat(server.said("stream create edits --retention 1d"))
        .containsPattern("shards +4\\R")
        .containsPattern("retention +1d\\R");
  }

  @Test
  void shards_cannot_be_changed() {
    server.said("stream create edits --shards 4");
    for (String shards : List.of("8", "16")) {
      CommandRun run = server.run("stream create edits --shards", shards);
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).hasLineCount(1).contains("shards");
    }
  }

  @Test
  void what_was_changed_since_it_was_shown_is_left_alone_where_its_tag_is_given() {
    server.said("stream create edits --shards 2");
    server.said("group create edits g");
    for (List<String> which : List.of(List.of("stream", "edits"), List.of("group", "edits", "g"))) {
      String tag = json(tagged(which, "show", "--json")).required("tag").stringValue();
      String option = which.size() == 2 ? "--retention=1d" : "--lease=45s";
      assertThat(json(tagged(which, "change", option, "--if-match", tag, "--json")).get("tag"))
          .isNotEqualTo(StringNode.valueOf(tag));
      for (String step : List.of("create", "change", "delete")) {
        CommandRun run = server.run(tagged(which, step, "--if-match", tag));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("tag: ");
      }
    }
  }

  /** A command about a stream or a group, with more. */
  private static String[] tagged(List<String> which, String step, String... more) {
    return Stream.of(Stream.of(which.getFirst(), step), which.stream().skip(1), Arrays.stream(more))
        .flatMap(words -> words)
        .toArray(String[]::new);
  }

  @Test
  void groups_are_created_shown_steered_and_deleted() {
    server.said("stream create edits --shards 2");
    append("a", "b", "c");
    server.said("group create edits g --start earliest --order key");
    assertThat(server.said("group list edits")).containsPattern("g +1 +edits +earliest");
    assertThat(server.said("group show edits g"))
        .containsPattern("lag +3\\R")
        .containsPattern("shard +end +floor");
    JsonNode changed = json("group change edits g --backoff-first 2s --max-unfinished 9 --json");
    assertThat(changed.required("order").stringValue()).isEqualTo("key");
    assertThat(changed.required("max_unfinished").intValue()).isEqualTo(9);
    assertThat(changed.required("backoff").required("first").stringValue()).isEqualTo("2s");
    assertThat(server.run("group change edits g --lease soon").err())
        .contains("'--lease': soon (expected: a whole number with");
    assertThat(server.run("group change edits g --lease 13h").exitCode()).isEqualTo(2);
    assertThat(server.run("group create --help").out())
        .contains("--max-concurrent-per-key=N", "10000 unless given.", "earliest unless given.");
    assertThat(server.said("group pause edits g")).isEqualTo("The group g of edits is paused.");
    assertThat(claim()).isEmpty();
    JsonNode shards = json("group show edits g --json").required("shards");
    assertThat(shards.required(0).required("paused").booleanValue()).isTrue();
    server.said("group resume edits g");
    assertThat(claim()).hasSize(3);
    assertThat(server.said("group unfinished edits g --state PROCESSING"))
        .containsPattern("id +shard +key +append time +state");
    assertThat(json("group unfinished edits g --held-for 1h --json").required("events")).isEmpty();
    server.said("group seek edits g --to earliest");
    assertThat(claim()).hasSize(3);
    server.said("group seek edits g --to earliest");
    assertThat(json("group purge edits g --json")).hasToString("{\"purged\":\"g\"}");
    assertThat(claim()).isEmpty();
    server.said("group delete edits g");
    assertThat(server.run("group show edits g").exitCode()).isEqualTo(3);
  }

  @Test
  void dead_letters_are_listed_redriven_and_deleted() {
    server.said("stream create edits --shards 1");
    server.said("group create edits g --start earliest");
    append("a", "b", "c");
    reject(claim());
    assertThat(server.awaitSaid(said -> said.lines().count() == 4, "dead-letters list edits g"))
        .containsPattern("id +key +cause +attempts +died +last error")
        .contains("rejected", "broken");
    assertThat(server.said("dead-letters list edits g --limit 2")).hasLineCount(3);
    JsonNode letters = json("dead-letters list edits g --json").required("dead_letters");
    assertThat(letters).hasSize(3);
    assertThat(letters.required(0).required("payload").required("k").stringValue()).isEqualTo("a");
    String first = letters.required(0).required("id").stringValue();
    assertThat(server.said("dead-letters redrive edits g", first))
        .isEqualTo("1 dead letter is redriven.");
    List<ClaimedEvent> again = claim();
    assertThat(again)
        .extracting(claimed -> claimed.event().payload().text())
        .containsExactly("{\"k\":\"a\"}");
    var _ = group().ack(List.of(again.getFirst().receipt()));
    assertThat(server.said("dead-letters delete edits g --all"))
        .matches("[23] dead letters are deleted\\."); // the row of what is done goes a little later
    assertThat(server.said("dead-letters list edits g")).isEqualTo("There are no dead letters.");
    assertThat(server.run("dead-letters delete edits g").exitCode()).isEqualTo(2);
  }

  @Test
  void all_dead_letters_are_redriven() {
    server.said("stream create edits --shards 4");
    server.said("group create edits g --start earliest");
    append("a", "b", "c");
    reject(claim());
    assertThat(server.awaitSaid(said -> said.lines().count() == 4, "dead-letters list edits g"))
        .contains("rejected");
    assertThat(server.said("dead-letters redrive edits g --all --rate 100"))
        .isEqualTo("3 dead letters are redriven.");
    assertThat(claim()).hasSize(3);
    assertThat(server.said("dead-letters redrive edits g --all"))
        .isEqualTo("0 dead letters are redriven.");
  }

  @Test
  void an_enrichment_is_made_shown_and_its_dead_letters_are_redriven_and_deleted() {
    server.said("stream create edits --shards 1");
    append("a");
    server.said("enrichment create sums --stream edits --field n=count --field s=sum:/k");
    server.awaitSaid(
        said -> JsonMapper.shared().readTree(said).required("rounds").intValue() == 1,
        "enrichment show sums --json");
    assertThat(json("enrichment state sums a --json").required("state").toString())
        .isEqualTo("{\"n\":1}");
    var _ = server.client().stream("edits").append(NewEvent.of("a", Payload.json("{\"k\":1e40}")));
    assertThat(
            server.awaitSaid(
                said -> said.lines().count() == 2, "enrichment dead-letters list sums"))
        .containsPattern("id +key +cause +attempts +died +applied +last error")
        .containsPattern("a +enrich +1 .* no ");
    assertThat(server.said("enrichment dead-letters redrive sums --all"))
        .isEqualTo("1 dead letter is redriven.");
    server.awaitSaid(said -> said.lines().count() == 2, "enrichment dead-letters list sums");
    assertThat(server.said("enrichment dead-letters delete sums --all"))
        .isEqualTo("1 dead letter is deleted.");
    assertThat(server.said("enrichment dead-letters list sums"))
        .isEqualTo("There are no dead letters.");
    server.said("enrichment delete sums");
  }

  @Test
  void tail_prints_what_is_there_and_what_comes() throws Exception {
    server.said("stream create edits --shards 4");
    append("a", "b");
    assertThat(server.said("tail edits --from earliest --once"))
        .hasLineCount(2)
        .contains("  a  {\"k\":\"a\"}");
    try (RunningCommand tail =
        RunningCommand.start("tail edits --from earliest --max 4 --json --url", server.url())) {
      tail.awaitOutput(text -> text.lines().count() == 2);
      append("c", "d");
      assertThat(tail.awaitExit()).isZero();
      assertThat(tail.out().lines())
          .map(line -> JsonMapper.shared().readTree(line).required("key").stringValue())
          .containsExactlyInAnyOrder("a", "b", "c", "d");
    }
  }

  @Test
  void where_names_the_shard_of_a_key_and_its_owner() throws Exception {
    server.said("stream create edits --shards 4");
    append("a");
    JsonNode shard = json("where edits a --json");
    String number = shard.required("shard").asString();
    assertThat(server.said("tail edits --from earliest --once --shard " + number))
        .contains("  a  ");
    assertThat(shard.required("owner").stringValue()).isEqualTo("embedded");
    assertThat(server.said("where edits a"))
        .containsPattern("shard +" + number + "\\R")
        .containsPattern("owner +embedded\\R")
        .containsPattern("epoch +1\\R")
        .containsPattern("location +unknown");
    assertThat(server.run("where nowhere a").exitCode()).isEqualTo(3);
  }

  @Test
  void cluster_shows_the_servers_and_the_owner_of_each_shard() {
    server.said("stream create edits --shards 4");
    String all = "All of the 4 shards have an owner that answers.";
    SystemWaiting.until(() -> server.said("cluster").endsWith(all), () -> server.said("cluster"));
    JsonNode cluster = json("cluster --json");
    JsonNode node = cluster.required("nodes").get(0);
    assertThat(node.required("address").stringValue()).isEqualTo("embedded");
    assertThat(node.required("url").stringValue()).isEqualTo(server.url().toString());
    assertThat(cluster.required("shards")).hasSize(4);
    assertThat(server.said("cluster"))
        .startsWith("node ")
        .containsPattern("embedded +living +yes +4 +[0-9]+m?s +" + server.url());
  }

  @Test
  void a_cluster_is_watched_also_over_a_time_in_which_no_server_answers() throws Exception {
    try (RunningCommand blocks = watch();
        RunningCommand lines = watch("--json")) {
      blocks.awaitOutput(out -> out.split("embedded", -1).length == 3);
      lines.awaitOutput(out -> out.lines().count() == 2);
      assertThat(blocks.out()).contains("answers." + System.lineSeparator().repeat(2) + "node ");
      assertThat(lines.out().lines())
          .allSatisfy(line -> assertThat(JsonMapper.shared().readTree(line)).isNotEmpty());
      server.close();
      blocks.awaitError(err -> err.contains("messina: "));
      assertThat(blocks.isAlive()).isTrue();
    }
  }

  private RunningCommand watch(String... flags) {
    return RunningCommand.start(
        Stream.concat(
                Stream.of("cluster", "--watch", "--url", server.url().toString()),
                Arrays.stream(flags))
            .toArray(String[]::new));
  }

  @Test
  void tail_prints_an_event_per_line_whatever_it_holds() {
    server.said("stream create edits --shards 1");
    for (String sent : List.of("{\n \"k\":\r\n1}\n", "[\n]")) {
      send(sent, "application/json");
    }
    send("ü\n\u001b[1m", "text/plain");
    send("{\"key\":\"k\\n\\u001b\",\"payload\":1}", "application/vnd.messina+json");
    assertThat(server.said("tail edits --from earliest --once"))
        .hasLineCount(4)
        .contains("  k\\u000a\\u001b  1")
        .containsPattern("\\{  \"k\": +1\\}")
        .contains("  ü\\u000a\\u001b[1m");
    assertThat(server.said("tail edits --from earliest --once --json").lines())
        .hasSize(4)
        .allSatisfy(line -> assertThat(JsonMapper.shared().readTree(line).isObject()).isTrue());
  }

  private void send(String payload, String contentType) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.url() + "/v1/streams/edits/events"))
            .header("Content-Type", contentType)
            .POST(HttpRequest.BodyPublishers.ofString(payload))
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      assertThat(http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(202);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void wrong_urls_and_options_that_no_stream_changes_are_wrong_calls() {
    for (String url : List.of("ftp://x", "a b", "nothing")) {
      CommandRun run = CommandRun.of("stream list --url", url);
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err()).hasLineCount(1).contains(url + " (expected: a URL as in ");
    }
    for (String wrong : List.of("http://x,", "http://x,nothing", "http://x,http://x/")) {
      CommandRun run = CommandRun.of("stream list --url", wrong);
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err()).hasLineCount(1).contains("'--url': ", " (expected: ");
    }
    assertThat(server.run("stream change edits --shards 4").exitCode()).isEqualTo(2);
    assertThat(server.run("stream create edits --schema nowhere.json").err())
        .contains("nowhere.json is not there");
  }

  @Test
  void no_server_is_told_with_exit_code_4_and_a_bad_name_with_2() {
    CommandRun nobody = CommandRun.of("stream list --url http://127.0.0.1:1");
    assertThat(nobody.exitCode()).isEqualTo(4);
    assertThat(nobody.err()).hasLineCount(1).contains("messina serve");
    CommandRun neither =
        CommandRun.of("stream list --url http://127.0.0.1:1,http://127.0.0.1:2/base");
    assertThat(neither.exitCode()).isEqualTo(4);
    assertThat(neither.err())
        .hasLineCount(1)
        .contains(
            "all servers failed: http://127.0.0.1:1 (not_connected: ",
            "), http://127.0.0.1:2/base (not_connected: ",
            "messina serve");
    CommandRun badName = server.run("stream create Edits!");
    assertThat(badName.exitCode()).isEqualTo(2);
    assertThat(badName.err()).hasLineCount(1).contains("stream: Edits! (expected: ");
    CommandRun badOption = server.run("sink create hooks http://h.example/ --stream Edits!");
    assertThat(badOption.exitCode()).isEqualTo(2);
    assertThat(badOption.err()).contains("'--stream': Edits! (expected: ");
  }

  @Test
  void the_first_of_several_servers_that_answers_is_asked() {
    server.said("stream create edits --shards 2");
    CommandRun run = CommandRun.of("stream list --url", "http://127.0.0.1:1, " + server.url());
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("edits");
  }

  private void append(String... keys) {
    for (String key : keys) {
      var _ =
          server.client().stream("edits")
              .append(NewEvent.of(key, Payload.json("{\"k\":\"" + key + "\"}")));
    }
  }

  private List<ClaimedEvent> claim() {
    return group().claim(ClaimOptions.upTo(100).withWait(Duration.ofMillis(300)));
  }

  private void reject(List<ClaimedEvent> events) {
    assertThat(events).hasSize(3);
    var _ = group().nack(events.stream().map(ClaimedEvent::receipt).toList(), Nack.dead("broken"));
  }

  private GroupClient group() {
    return server.client().stream("edits").group("g");
  }

  private JsonNode json(String... arguments) {
    return JsonMapper.shared().readTree(server.said(arguments));
  }
}
