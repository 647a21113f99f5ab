package io.messina.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.cli.ChildProcess;
import io.messina.cli.CommandRun;
import io.messina.cli.StoredLines;
import io.messina.cli.TestServer;
import io.messina.test.rules.FullBuild;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadCommandTest {

  @TempDir private Path folder;
  @AutoClose private TestServer server;

  @BeforeEach
  void start() throws InterruptedException {
    server = TestServer.start(folder);
  }

  @Test
  void lines_of_json_become_events_by_key_and_a_second_load_stores_nothing() throws IOException {
    Path file = StoredLines.write(folder, 2_500);
    String first =
        server.said(load(file, "--create", "--key", "/user", "--shards", "4", "--batch", "400"));
    assertThat(first).startsWith("2,500 events in lines: 2,500 stored in ");
    assertThat(server.said(load(file, "--batch", "400")))
        .contains(": 0 stored in ")
        .endsWith("2,500 were there already");
    assertThat(StoredLines.all(server.url(), "lines"))
        .containsExactlyInAnyOrderElementsOf(Files.readAllLines(file));
    assertThat(server.said("stream show lines")).containsPattern("key +/user");
  }

  @Test
  void the_same_content_under_another_name_is_the_same_load_and_other_content_is_not()
      throws IOException {
    Path file = StoredLines.write(folder, 10);
    server.said(load(file, "--create"));
    Path moved = Files.move(file, folder.resolve("moved.ndjson"));
    assertThat(server.said(load(moved))).contains(": 0 stored");
    Files.writeString(moved, Files.readString(moved) + "{}\n");
    assertThat(server.said(load(moved))).contains("11 events in lines: 11 stored");
  }

  @Test
  void gzip_is_unpacked_whatever_it_is_called() throws IOException {
    Path packed = folder.resolve("packed");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write("{\"a\":1}\n\n{\"a\":2}".getBytes(StandardCharsets.UTF_8));
    }
    server.said(load(packed, "--create"));
    assertThat(StoredLines.all(server.url(), "lines"))
        .containsExactlyInAnyOrder("{\"a\":1}", "{\"a\":2}");
  }

  @Test
  void rows_of_csv_become_objects() throws IOException {
    Path file = folder.resolve("rows.csv");
    Files.writeString(file, "user,page\nada,\"Loom, \"\"the\"\"\"\nbob,\n,Etna\neve,\"\"\n");
    assertThat(server.said(load(file, "--create", "--key", "/user", "--json")))
        .contains("\"stored\" : 4");
    assertThat(StoredLines.all(server.url(), "lines"))
        .containsExactlyInAnyOrder(
            "{\"user\":\"ada\",\"page\":\"Loom, \\\"the\\\"\"}",
            "{\"user\":\"bob\"}",
            "{\"page\":\"Etna\"}",
            "{\"user\":\"eve\",\"page\":\"\"}");
  }

  @Test
  void blanks_are_part_of_a_cell_and_empty_lines_are_passed_over() throws IOException {
    Path file = folder.resolve("rows.csv");
    Files.writeString(
        file, "\n\r\nuser,page\r\n\r\n x , y \n\n\"a\n\n\"\"\nb\",2\" \"\"\r\r eve,\"\"\r");
    server.said(load(file, "--create"));
    assertThat(StoredLines.all(server.url(), "lines"))
        .containsExactlyInAnyOrder(
            "{\"user\":\" x \",\"page\":\" y \"}",
            "{\"user\":\"a\\n\\n\\\"\\nb\",\"page\":\"2\\\" \\\"\\\"\"}",
            "{\"user\":\" eve\",\"page\":\"\"}");
  }

  @Test
  void cells_may_stand_between_other_delimiters_and_times_without_a_zone_be_of_utc()
      throws IOException {
    Path file = folder.resolve("rows.csv");
    Files.writeString(file, "user;at\na,b;2010-12-01 08:26\nc;2010-12-01T08:26:00.5\nd;\n");
    check(2, "--delimiter: ;; (expected: one character, or tab)", load(file, "--delimiter", ";;"));
    check(2, "--delimiter, --utc: of ndjson", load(file, "--format", "ndjson", "--utc", "at"));
    server.said(load(file, "--create", "--time", "/at", "--delimiter", ";", "--utc", "at"));
    assertThat(StoredLines.all(server.url(), "lines"))
        .containsExactlyInAnyOrder(
            "{\"user\":\"a,b\",\"at\":\"2010-12-01T08:26:00Z\"}",
            "{\"user\":\"c\",\"at\":\"2010-12-01T08:26:00.5Z\"}",
            "{\"user\":\"d\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ada,2010-12-01 08:26:00", "\"\",2010-12-01T08:26:00Z"})
  void keys_and_times_that_no_stream_takes_are_told_before_anything_is_made(String row)
      throws IOException {
    Path file = folder.resolve("rows.csv");
    Files.writeString(file, "user,at\nbob,2010-12-01T08:26:00Z\n" + row + "\n");
    check(
        1,
        row.startsWith("ada")
            ? "row 2: /at: 2010-12-01 08:26:00 (expected: "
            : "row 2: /user: a key",
        load(file, "--create", "--key", "/user", "--time", "/at"));
    assertThat(server.run("stream show lines").exitCode()).isEqualTo(3);
  }

  @Test
  void a_stream_that_is_not_there_is_told_before_the_file_is_read() throws IOException {
    Path file = Files.writeString(folder.resolve("bad.ndjson"), "{nope");
    assertThat(server.run(load(file)).exitCode()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\uFEFFuser,page\r\nada,\"two\nlines\"\r\n", "user,page\nada,\"two\nlines\""})
  void csv_may_have_a_byte_order_mark_lines_within_quotes_and_ends_of_either_kind(String text)
      throws IOException {
    Path file = Files.writeString(folder.resolve("rows.csv"), text);
    server.said(load(file, "--create"));
    assertThat(StoredLines.all(server.url(), "lines"))
        .containsExactly("{\"user\":\"ada\",\"page\":\"two\\nlines\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"empty.ndjson", "empty.csv"})
  void an_empty_file_is_loaded_at_once(String name) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "");
    assertThat(server.said(load(file, "--create"))).startsWith("0 events in lines: 0 stored");
  }

  @Test
  void gzip_that_is_cut_off_stores_nothing() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(Files.readAllBytes(StoredLines.write(folder, 5_000)));
    }
    Path cut = folder.resolve("cut.gz");
    Files.write(cut, Arrays.copyOf(bytes.toByteArray(), bytes.size() / 2));
    check(1, "cut.gz: gzip or zstd that is cut off or damaged", load(cut, "--create"));
    assertThat(server.run("stream show lines").exitCode()).isEqualTo(3);
  }

  @Test
  void whatever_stands_behind_gzip_stores_nothing() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write("{}\n".getBytes(StandardCharsets.UTF_8));
    }
    bytes.writeBytes("{}\n".getBytes(StandardCharsets.UTF_8));
    Path more = Files.write(folder.resolve("more.gz"), bytes.toByteArray());
    check(1, "more.gz: gzip or zstd that is cut off or damaged", load(more, "--create"));
    assertThat(server.run("stream show lines").exitCode()).isEqualTo(3);
  }

  @Test
  void what_cannot_be_loaded_is_told_in_one_sentence() throws IOException {
    Path latin = Files.write(folder.resolve("latin.ndjson"), new byte[] {'"', (byte) 0xe4, '"'});
    check(1, "not text in UTF-8", load(latin, "--create"));
    check(1, "not there", load(folder.resolve("nowhere")));
    check(1, "a folder (expected: ", load(folder));
    Path file = StoredLines.write(folder, 1);
    check(2, "--batch: 0 (expected: from 1 to 10000)", load(file, "--batch", "0"));
    check(2, "--parallel: 9 (expected: from 1 to 8)", load(file, "--parallel", "9"));
    check(2, "--source: a b (expected: ", load(file, "--source", "a b"));
  }

  private void check(int exitCode, String sentence, String... command) {
    CommandRun run = server.run(command);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(exitCode);
    assertThat(run.err()).hasLineCount(1).startsWith("messina: ").contains(sentence);
  }

  @Test
  void a_bad_line_is_named_and_nothing_of_the_file_is_stored() throws IOException {
    Path file = folder.resolve("bad.ndjson");
    Files.writeString(file, "{}\n{}\n{nope\n");
    server.said("stream create lines");
    CommandRun run = server.run(load(file, "--batch", "1"));
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).hasLineCount(1).startsWith("messina: line 3: ");
    assertThat(StoredLines.all(server.url(), "lines")).isEmpty();
  }

  @Test
  void a_stream_that_is_not_there_is_told_with_exit_code_3() throws IOException {
    CommandRun run = server.run(load(StoredLines.write(folder, 1)));
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).hasLineCount(1).contains("lines");
  }

  @Test
  @FullBuild("ParallelBatchesTest goes on with what was broken off")
  void a_load_that_is_killed_in_mid_file_and_run_again_stores_every_line_once() throws Exception {
    Path file = StoredLines.write(folder, 4_000);
    server.said("stream create lines --key /user --shards 4");
    String[] command = load(file, "--batch", "10", "--parallel", "2", "--url", server.url());
    String[] again = load(file, "--batch", "10", "--parallel", "5", "--url", server.url());
    int before;
    try (ChildProcess first = ChildProcess.start(folder, command)) {
      first.awaitThat(() -> StoredLines.isBegun(server.url(), "lines"));
      first.kill();
      before = StoredLines.all(server.url(), "lines").size();
    }
    assertThat(before).isBetween(1, 3_999);
    try (ChildProcess second = ChildProcess.start(folder, again)) {
      assertThat(second.awaitExit(Duration.ofMinutes(2))).as(second.err()).isZero();
    }
    assertThat(StoredLines.all(server.url(), "lines"))
        .containsExactlyInAnyOrderElementsOf(Files.readAllLines(file));
  }

  private static String[] load(Path file, String... more) {
    String[] command = new String[4 + more.length];
    System.arraycopy(new String[] {"load", file.toString(), "--stream", "lines"}, 0, command, 0, 4);
    System.arraycopy(more, 0, command, 4, more.length);
    return command;
  }
}
