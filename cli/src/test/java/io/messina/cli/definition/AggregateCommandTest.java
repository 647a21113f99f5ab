package io.messina.cli.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.cli.CommandRun;
import io.messina.cli.TestServer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AggregateCommandTest {

  @TempDir private Path folder;

  @Test
  void an_aggregate_is_created_its_rows_are_shown_and_it_is_deleted() throws Exception {
    try (TestServer server = TestServer.start(folder)) {
      assertThat(server.said("aggregate list")).isEqualTo("There are no aggregates.");
      server.said("stream create visits --key /page --time /at");
      Path lines =
          Files.writeString(
              folder.resolve("visits.ndjson"),
              """
              {"page":"Loom","user":"ada","at":"2026-03-01T10:01:00Z"}
              {"page":"Loom","user":"bob","at":"2026-03-01T10:02:00Z"}
              {"page":"Loom","user":"ada","at":"2026-03-01T10:03:00Z"}
              """);
      server.said("load", lines.toString(), "--stream", "visits");
      String create =
          "aggregate create readers --stream visits --kind unique --group-by /page --of /user"
              + " --window 1h";
      assertThat(server.said(create))
          .containsPattern("generation +1\\R")
          .containsPattern("group by +\\[\"/page\"\\]\\R");
      assertThat(server.awaitSaid(said -> said.contains("Loom"), "aggregate rows readers"))
          .containsPattern("Loom +2026-03-01T10:00:00Z +2026-03-01T11:00:00Z +2 ")
          .doesNotContain("sketch");
      assertThat(server.said("aggregate rows readers --key Card --json"))
          .contains("\"rows\" : [ ]");
      assertThat(server.said("aggregate list")).contains("readers").contains("unique");
      assertThat(server.said("aggregate show readers --json")).contains("\"added\" : 3");
      CommandRun wrong = server.run("aggregate create readers --stream visits --kind unique");
      assertThat(wrong.exitCode()).isEqualTo(2);
      assertThat(server.run("aggregate show absent").exitCode()).isEqualTo(3);
      assertThat(server.said("aggregate delete readers"))
          .isEqualTo("The aggregate readers is deleted.");
    }
  }

  @Test
  void rows_tell_of_shards_that_cannot_be_read() throws Exception {
    try (TestServer server = TestServer.start(folder)) {
      server.said("stream create visits --shards 2 --key /page");
      server.said("aggregate create hits --stream visits --kind count --window 1h");
      server.awaitSaid(said -> said.contains("rows"), "aggregate rows hits");
      Path shards = folder.resolve("data/aggregates/hits.2~1/visits~1");
      Files.createDirectories(shards);
      Files.writeString(shards.resolve("1"), "no folder");
      server.said("aggregate create hits --stream visits --kind count --window 2h");
      server.awaitSaid(said -> said.contains("shard 1"), "aggregate show hits");
      CommandRun rows = server.run("aggregate rows hits --json");
      assertThat(rows.exitCode()).isEqualTo(4);
      assertThat(rows.out()).contains("\"missing\" : [ 1 ]");
      assertThat(rows.err())
          .isEqualTo("messina: without what is in shards that cannot be read now: [1]\n");
    }
  }

  @Test
  void one_condition_needs_no_list_and_help_names_its_fields() throws Exception {
    try (TestServer server = TestServer.start(folder)) {
      server.said("stream create visits --shards 1");
      assertThat(
              server.said(
                  "aggregate create hits --stream visits --kind count --window 1h --json --where",
                  "{\"field\":\"/robot\",\"equals\":null}"))
          .containsPattern("\"field\" : \"/robot\",\\s+\"equals\" : null");
      assertThat(CommandRun.of("aggregate", "create", "--help").out().replaceAll("\\s+", " "))
          .contains(
              "Conditions that an event must meet, all of them; JSON, each with field, equals.");
    }
  }
}
