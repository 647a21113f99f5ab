package io.messina.cli.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.cli.ChildProcess;
import io.messina.cli.CommandRun;
import io.messina.cli.TestServer;
import io.messina.client.features.FeaturesClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransferCommandsTest {

  private static final String DAY = "2015-09-12T";

  @TempDir private Path folder;
  @AutoClose private TestServer server;

  @BeforeEach
  void start() throws InterruptedException {
    server = TestServer.start(folder);
    server.said("feature create user pages --type list --value-type text");
  }

  @Test
  void what_is_exported_is_imported_into_another_feature_as_it_was() throws IOException {
    Path file = write(lines(3_500, 7));
    assertThat(server.said(lists("import", "pages", file.toString())))
        .startsWith("3,500 items for user/pages in ")
        .endsWith(": 3,500 stored, 0 were over already");
    Path exported = folder.resolve("exported.ndjson.gz");
    assertThat(server.said(export(exported, "e0", "e1", "e2", "e3", "e4", "e5", "e6", "none")))
        .startsWith("3,500 items of 7 entities written to " + exported);
    assertThat(unpacked(exported)).containsExactlyInAnyOrderElementsOf(Files.readAllLines(file));
    server.said("feature create user copy --type list --value-type text");
    server.said(lists("import", "copy", exported.toString()));
    assertThat(items("copy", "e3")).hasSize(500).isEqualTo(items("pages", "e3"));
  }

  @Test
  void an_import_can_be_repeated() throws IOException {
    Path file = write(lines(20, 2));
    server.said(lists("import", "pages", file.toString()));
    server.said(lists("import", "pages", file.toString(), "--json"));
    assertThat(items("pages", "e0")).hasSize(10);
  }

  @Test
  void entities_may_stand_in_a_file_and_all_lines_go_to_standard_output() throws Exception {
    Path file = write(lines(4, 2));
    server.said(lists("import", "pages", file.toString()));
    Path ids = Files.writeString(folder.resolve("ids.txt"), "e0\r\n\ne1\n");
    String[] export = asked(lists("export", "pages", "--entities", ids.toString()));
    try (ChildProcess exported = ChildProcess.start(folder, export)) {
      assertThat(exported.awaitExit(Duration.ofMinutes(1))).as(exported.err()).isZero();
      assertThat(exported.out().lines())
          .containsExactlyInAnyOrderElementsOf(Files.readAllLines(file));
    }
  }

  @Test
  void what_standard_output_does_not_take_is_a_failure() throws Exception {
    Path full = Path.of("/dev/full");
    assumeThat(full).exists();
    server.said(lists("import", "pages", write(lines(3, 1)).toString()));
    try (ChildProcess export =
        ChildProcess.startWriting(folder, full, asked(lists("export", "pages", "-o", "-")))) {
      assertThat(export.awaitExit(Duration.ofMinutes(1))).isEqualTo(1);
      assertThat(export.err()).contains("messina: standard output cannot be written: ");
    }
  }

  @Test
  void a_whole_feature_is_exported_without_naming_its_entities() throws Exception {
    Path file = write(lines(2_400, 1_200));
    server.said(lists("import", "pages", file.toString()));
    server.said("feature create user other --type list --value-type text");
    server.said("lists add user other e0", "not this");
    server.said("lists add user pages gone", "nor this");
    server.said("lists remove user pages gone --all");
    Path exported = folder.resolve("exported.ndjson");
    assertThat(server.said(export(exported)))
        .startsWith("2,400 items of 1,200 entities written to " + exported);
    assertThat(Files.readAllLines(exported))
        .containsExactlyInAnyOrderElementsOf(Files.readAllLines(file));
    server.said("feature create user pages --version v2");
    server.said("feature complete user pages --version v2");
    server.said(export(exported, "--version", "latest"));
    assertThat(exported).isEmptyFile();
  }

  @Test
  void standard_input_is_looked_through_too() throws Exception {
    Path file = write(lines(10, 1));
    CommandRun good = importing(file);
    assertThat(good.exitCode()).as(good.err()).isZero();
    assertThat(items("pages", "e0")).hasSize(10);
    Path bad =
        write(
            List.of(
                "{\"entity\":\"new\",\"value\":\"v\",\"time\":\"" + DAY + "00:00:00Z\"}", "{}"));
    CommandRun refused = importing(bad);
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).contains("messina: line 2: entity: ");
    assertThat(items("pages", "new")).isEmpty();
  }

  @Test
  void a_bad_line_is_named_and_nothing_is_sent() throws IOException {
    String good = "{\"entity\":\"ada\",\"value\":\"Loom\",\"time\":\"" + DAY + "00:00:00Z\"}";
    for (String bad :
        List.of(
            good.replace("\"Loom\"", "7"),
            good.replace("Z", ""),
            good.replace("2015", "2315"),
            good.replace("ada", ""),
            good.replace("Loom", "x".repeat(70_000)),
            "[1]",
            "{nope")) {
      Path file = write(List.of(good, "", bad, good));
      check(1, "messina: line 3: ", lists("import", "pages", file.toString()));
    }
    assertThat(items("pages", "ada")).isEmpty();
  }

  @Test
  void what_cannot_be_read_or_written_is_told_and_leaves_no_file() throws IOException {
    check(1, "not there", lists("import", "pages", folder.resolve("nowhere").toString()));
    check(3, "user/nothing", lists("import", "nothing", write(lines(1, 1)).toString()));
    check(2, "cannot be written", export(folder.resolve("no/where"), "e0"));
    check(2, "entity id", lists("export", "pages", "x".repeat(801)));
    check(2, "both (expected: one", lists("export", "pages", "e0", "--entities", "-"));
    Path ids = Files.writeString(folder.resolve("ids.txt"), "e0\n" + "x".repeat(801) + "\n");
    Path out = Files.writeString(folder.resolve("out"), "as it was");
    check(1, "line 2: ", export(out, "--entities", ids.toString()));
    check(3, "v9", export(out, "e0", "--version", "v9"));
    assertThat(out).hasContent("as it was");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).noneMatch(file -> file.getFileName().toString().startsWith("out."));
    }
  }

  @Test
  void what_is_over_already_is_counted() throws IOException {
    server.said("feature create user short --type list --value-type text --ttl 1h");
    assertThat(server.said(lists("import", "short", write(lines(5, 1)).toString())))
        .endsWith(": 0 stored, 5 were over already");
  }

  private CommandRun importing(Path stdin) throws IOException {
    return CommandRun.reading(stdin, asked(lists("import", "pages", "-")));
  }

  private String[] asked(String... command) {
    return Stream.concat(Stream.of(command), Stream.of("--url", server.url()))
        .toArray(String[]::new);
  }

  private Path write(List<String> lines) throws IOException {
    return Files.write(folder.resolve("lines.ndjson"), lines);
  }

  private static List<String> lines(int count, int entities) {
    return IntStream.range(0, count)
        .mapToObj(
            number ->
                "{\"entity\":\"e%d\",\"value\":\"é%d\",\"time\":\"%s00:00:00.%09dZ\"}"
                    .formatted(number % entities, number, DAY, 1_000L * number + 1))
        .toList();
  }

  private List<ListItem> items(String feature, String entity) {
    return FeaturesClient.of(server.client())
        .list("user", feature)
        .get(entity, ListQuery.newest(10_000))
        .items();
  }

  private static List<String> unpacked(Path file) throws IOException {
    try (GZIPInputStream bytes = new GZIPInputStream(Files.newInputStream(file))) {
      return new String(bytes.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private void check(int exitCode, String sentence, String... command) {
    CommandRun run = server.run(command);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(exitCode);
    assertThat(run.err()).hasLineCount(1).startsWith("messina: ").contains(sentence);
  }

  private static String[] export(Path file, String... more) {
    String[] all =
        Stream.concat(Stream.of("-o", file.toString()), Stream.of(more)).toArray(String[]::new);
    return lists("export", "pages", all);
  }

  private static String[] lists(String command, String feature, String... more) {
    return Stream.concat(Stream.of("lists", command, "user", feature), Stream.of(more))
        .toArray(String[]::new);
  }
}
