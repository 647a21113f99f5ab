package io.messina.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.messina.cassandra.CassandraForTests;
import io.messina.test.rules.FullBuild;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DemoCommandTest {

  private static final Pattern FOLDER = Pattern.compile("Folder +(.+) \\(.+\\), removed");

  private static final Path DAY = Path.of(System.getProperty("messina.demo.day", ""));
  private static final int DAY_EDITS = 39_244;

  /** What most of this shows as well as the whole day would. */
  private static final String FEW = "500";

  @TempDir private Path temporary;
  private Path data;
  private Path json;

  @BeforeEach
  void name_files() {
    data = temporary.resolve("data");
    json = temporary.resolve("results.json");
  }

  @Test
  @FullBuild("the first edits of the day, with the same results")
  void every_edit_of_the_day_is_processed_once_and_nothing_is_left_behind() throws IOException {
    CommandRun demo = demo("--exit", "--json", json.toString());
    assertThat(demo.exitCode()).as(demo.err()).isZero();
    assertThat(demo.err()).doesNotContain("messina:", "ERROR", "WARN");
    checkResults(results(), DAY_EDITS);
    checkBusiestOfTheDay(results());
    assertThat(demo.out())
        .contains("39,244 edits", "10,531 editors", "p50 ", "p99 ", "fail on purpose")
        .containsPattern("Enriched +by [0-9,]+ rounds at the database for 39,244 edits")
        .containsPattern("Retries +1,\\d+, dead letters 0")
        .containsPattern("11,549 +#en\\.wikipedia")
        .containsPattern("3,385 .+ 100 % +100 % .+ TuanminhBot");
    checkFolderRemoved(demo.out());
  }

  @Test
  void a_second_run_makes_its_streams_anew() throws IOException {
    for (String edits : List.of(FEW, "300")) {
      CommandRun demo =
          demo("--exit", "--edits", edits, "--data", data.toString(), "--json", json.toString());
      assertThat(demo.exitCode()).as(demo.err()).isZero();
      assertThat(demo.err()).doesNotContain("messina:", "ERROR", "WARN");
      checkResults(results(), Integer.parseInt(edits));
    }
    assertThat(data.resolve("FORMAT")).exists();
  }

  @Test
  @FullBuild("a folder keeps the edits")
  void a_keyspace_keeps_the_edits_and_a_second_run_makes_its_streams_anew() throws IOException {
    String store = TestStore.url(CassandraForTests.keyspace("messina_demo"));
    for (String edits : List.of(FEW, "300")) {
      CommandRun demo =
          demo("--exit", "--edits", edits, "--store", store, "--json", json.toString());
      assertThat(demo.exitCode()).as(demo.err()).isZero();
      assertThat(demo.out()).contains("Store     " + store + ", kept");
      checkResults(results(), Integer.parseInt(edits));
    }
    assertThat(demo("--store", store, "--data", data.toString()).exitCode()).isEqualTo(2);
  }

  @Test
  void workers_in_python_do_the_same() throws IOException {
    CommandRun demo =
        demo("--exit", "--edits", FEW, "--worker", "python", "--json", json.toString());
    assertThat(demo.exitCode()).as(demo.err()).isZero();
    checkResults(results(), Integer.parseInt(FEW));
  }

  @Test
  void a_day_can_be_replayed_at_a_multiple_of_its_speed() throws IOException {
    CommandRun demo =
        demo("--exit", "--edits", "2000", "--speed", "3600", "--json", json.toString());
    assertThat(demo.exitCode()).as(demo.err()).isZero();
    // These edits take 1.74 s; the last ones go out with the first of their batch.
    assertThat(results().required("seconds").doubleValue()).isGreaterThan(1.6);
    assertThat(demo("--speed", "fast").exitCode()).isEqualTo(2);
  }

  @Test
  void it_stays_up_and_its_curl_lines_work_until_sigterm() throws Exception {
    try (ChildProcess demo = ChildProcess.start(temporary, "demo --edits", FEW)) {
      demo.awaitOutput(text -> text.lines().filter(DemoCommandTest::isCurl).count() == 7);
      for (String line : demo.out().lines().filter(DemoCommandTest::isCurl).toList()) {
        Process curl =
            new ProcessBuilder("sh", "-c", line.strip().replace("curl", "curl -sf")).start();
        String answer = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(curl.waitFor()).as(line).isZero();
        assertThat(answer)
            .as(line)
            .containsAnyOf("\"lag\":0", "\"user\":", "\"items\":[{", "\"state\":{", "\"rows\":[{");
      }
      assertThat(demo.terminate()).isZero();
      checkFolderRemoved(demo.out());
    }
  }

  @Test
  void a_day_has_one_edit_at_least_and_no_more_than_there_are() {
    for (String edits : List.of("0", "39245")) {
      CommandRun demo = demo("--edits", edits);
      assertThat(demo.exitCode()).isEqualTo(2);
      assertThat(demo.err()).contains("--edits: " + edits + " (expected: from 1 to 39244)");
    }
  }

  @Test
  void a_folder_with_other_files_is_left_alone() throws IOException {
    Files.createDirectories(data);
    Files.writeString(data.resolve("letter.txt"), "Dear Scylla");
    CommandRun demo = demo("--exit", "--data", data.toString());
    assertThat(demo.exitCode()).isEqualTo(1);
    assertThat(demo.err()).hasLineCount(1).contains("not a Messina data folder");
    try (var files = Files.list(data)) {
      assertThat(files).containsExactly(data.resolve("letter.txt"));
    }
  }

  @Test
  void a_file_is_no_folder() throws IOException {
    Files.writeString(data, "");
    CommandRun demo = demo("--exit", "--data", data.toString());
    assertThat(demo.exitCode()).isEqualTo(1);
    assertThat(demo.err()).hasLineCount(1).contains("cannot be used as a data folder");
  }

  @Test
  void results_that_cannot_be_written_are_told_before_the_work() {
    Path nowhere = temporary.resolve("nowhere/results.json");
    CommandRun demo = demo("--exit", "--data", data.toString(), "--json", nowhere.toString());
    assertThat(demo.exitCode()).isEqualTo(1);
    assertThat(demo.err()).hasLineCount(1).contains("cannot be written");
    assertThat(data).doesNotExist();
  }

  @Test
  void an_unknown_option_gets_one_sentence_and_exit_code_2() {
    CommandRun demo = demo("--datta");
    assertThat(demo.exitCode()).isEqualTo(2);
    assertThat(demo.err())
        .isEqualToNormalizingNewlines(
            "messina: there is no '--datta'. See 'messina demo --help'.\n");
    assertThat(demo.out()).isEmpty();
  }

  @Test
  void help_tells_of_a_second_run_and_of_exit_codes() {
    CommandRun demo = demo("--help");
    assertThat(demo.exitCode()).isZero();
    assertThat(demo.out())
        .contains("--speed", "--edits", "--worker", "--exit", "A second run", "Exit codes:");
  }

  private static boolean isCurl(String line) {
    return line.startsWith("  curl ");
  }

  private static CommandRun demo(String... options) {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addFirst("demo");
    return CommandRun.of(arguments.toArray(String[]::new));
  }

  private JsonNode results() throws IOException {
    return JsonMapper.shared().readTree(Files.readString(json));
  }

  private static void checkFolderRemoved(String said) {
    Matcher folder = FOLDER.matcher(said);
    assertThat(folder.find()).isTrue();
    assertThat(Path.of(folder.group(1))).doesNotExist();
  }

  private static void checkResults(JsonNode results, int edits) {
    assertThat(results.propertyNames())
        .containsExactly(
            "events",
            "acknowledged",
            "processed",
            "dead",
            "retries",
            "seconds",
            "append",
            "end_to_end",
            "profiles",
            "channels",
            "hourly_unique_editors",
            "recent_pages",
            "messages");
    List<JsonNode> sent = edits(edits);
    assertThat(sent).hasSize(edits);
    assertThat(results.required("events").intValue()).isEqualTo(edits);
    assertThat(results.required("acknowledged").intValue()).isEqualTo(edits);
    assertThat(results.required("processed").intValue()).isEqualTo(edits);
    assertThat(results.required("dead").intValue()).isZero();
    assertThat(results.required("retries").intValue()).isBetween(edits / 100, edits / 20);
    assertThat(results.required("seconds").doubleValue()).isPositive();
    checkThanks(results.required("messages"), results.required("channels").size());
    checkProfiles(sent, results.required("profiles"));
    checkChannels(sent, results.required("channels"));
    checkHours(sent, results.required("hourly_unique_editors"));
    checkPages(
        sent, results.required("recent_pages"), results.required("profiles").required("sample"));
  }

  private static void checkThanks(JsonNode messages, int channels) {
    for (String all : List.of("accepted", "sent", "received")) {
      assertThat(messages.required(all).intValue()).as(all).isEqualTo(channels);
    }
    assertThat(messages.required("uncertain").intValue()).isZero();
  }

  private static void checkPages(List<JsonNode> sent, JsonNode pages, JsonNode busiest) {
    assertThat(pages.propertyNames())
        .containsExactlyElementsOf(
            busiest.valueStream().map(it -> it.required("user").stringValue()).toList());
    Map<String, List<JsonNode>> edits =
        sent.stream().collect(Collectors.groupingBy(edit -> edit.required("user").stringValue()));
    pages.forEachEntry(
        (user, newest) ->
            assertThat(newest.valueStream().map(JsonNode::stringValue))
                .as(user)
                .containsExactlyElementsOf(newestPages(edits.getOrDefault(user, List.of()))));
  }

  /** By time, then by the digest of the page, as the keys of items are. */
  private static List<String> newestPages(List<JsonNode> edits) {
    Map<String, String> byKey = new TreeMap<>(Comparator.reverseOrder());
    for (JsonNode edit : edits) {
      String page = edit.required("page").stringValue();
      byKey.put(edit.required("time").stringValue() + "#" + digest(page), page);
    }
    return byKey.values().stream().limit(10).toList();
  }

  private static String digest(String text) {
    try {
      return Base64.getEncoder()
          .encodeToString(
              MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void checkProfiles(List<JsonNode> sent, JsonNode profiles) {
    Map<String, Long> users = counted(sent, "user");
    assertThat(profiles.required("users").intValue()).isEqualTo(users.size());
    assertThat(profiles.required("sample").valueStream())
        .allSatisfy(
            profile ->
                assertThat(profile.required("edits").longValue())
                    .isEqualTo(users.get(profile.required("user").stringValue())));
    assertThat(profiles.required("sample")).hasSize(10);
    assertThat(profiles.required("rounds").intValue()).isBetween(users.size(), sent.size());
  }

  private static void checkBusiestOfTheDay(JsonNode results) {
    assertThat(results.required("channels")).hasSize(51);
    assertThat(results.required("profiles").required("sample").required(0))
        .isEqualTo(
            JsonMapper.shared()
                .readTree(
                    """
                    {
                      "user": "TuanminhBot",
                      "edits": 3385,
                      "bytes_added": 102029,
                      "bytes_deleted": 66,
                      "first_edit": "2015-09-12T07:50:24.747Z",
                      "last_edit": "2015-09-12T23:24:04.550Z",
                      "minor_share": 1.0,
                      "robot_share": 1.0
                    }
                    """));
  }

  private static void checkChannels(List<JsonNode> sent, JsonNode channels) {
    assertThat(
            channels
                .valueStream()
                .collect(
                    Collectors.toMap(
                        channel -> channel.required("channel").stringValue(),
                        channel -> channel.required("edits").longValue())))
        .isEqualTo(counted(sent, "channel"));
    assertThat(channels.valueStream().toList())
        .isSortedAccordingTo(
            Comparator.<JsonNode>comparingInt(channel -> -channel.required("edits").intValue())
                .thenComparing(channel -> channel.required("channel").stringValue()));
  }

  private static void checkHours(List<JsonNode> sent, JsonNode hours) {
    Map<String, Long> editors =
        sent.stream().collect(Collectors.groupingBy(edit -> hour(edit, "time"))).entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, hour -> (long) counted(hour.getValue(), "user").size()));
    assertThat(
            hours
                .valueStream()
                .collect(
                    Collectors.toMap(
                        row -> hour(row, "hour"), row -> row.required("exact").longValue())))
        .isEqualTo(editors);
    assertThat(hours.valueStream())
        .allSatisfy(
            row -> {
              int exact = row.required("exact").intValue();
              // Five standard errors of the sketch, which are 1.2 % each, and what rounding adds.
              assertThat(row.required("approximate").doubleValue())
                  .isCloseTo(exact, within(1 + 0.06 * exact));
            });
  }

  private static String hour(JsonNode of, String time) {
    return of.required("channel").stringValue()
        + Instant.parse(of.required(time).stringValue()).truncatedTo(ChronoUnit.HOURS);
  }

  /** From the input itself, without anything that the demo is made of. */
  private static Map<String, Long> counted(List<JsonNode> sent, String field) {
    return sent.stream()
        .map(edit -> edit.required(field).stringValue())
        .collect(Collectors.groupingBy(value -> value, Collectors.counting()));
  }

  private static List<JsonNode> edits(int count) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(DAY)), StandardCharsets.UTF_8))) {
      return lines.lines().limit(count).map(line -> JsonMapper.shared().readTree(line)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
