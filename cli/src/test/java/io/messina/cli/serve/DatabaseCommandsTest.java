package io.messina.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.cassandra.CassandraForTests;
import io.messina.cli.CommandRun;
import io.messina.server.database.ServerTables;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands about a database, on a real one. */
class DatabaseCommandsTest {

  private static final String URL =
      "cql://127.0.0.1:9042/shown?dc=somewhere&replication=2&timeout=60s";

  @Test
  void schema_show_prints_statements_for_the_keyspace_and_every_table_without_a_database() {
    CommandRun run = CommandRun.of("schema show --store", URL);

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains(
            "CREATE KEYSPACE IF NOT EXISTS shown WITH replication = {'class':"
                + " 'NetworkTopologyStrategy', 'somewhere': 2};");
    ServerTables.ALL.forEach(
        table ->
            assertThat(run.out()).contains("CREATE TABLE IF NOT EXISTS shown." + table.name()));
  }

  @Test
  void the_embedded_store_has_no_schema() {
    CommandRun run = CommandRun.of("schema show");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains(
            "--store: embedded, which has no schema (expected: cql://host:port/keyspace?dc=NAME)");
  }

  @Test
  void apply_makes_what_is_missing_once_and_the_doctor_is_content() {
    CassandraForTests database = CassandraForTests.shared();
    String keyspace = CassandraForTests.keyspace("schema_apply");
    String url =
        "cql://%s:%d/%s?dc=%s&replication=1&timeout=60s"
            .formatted(
                database.contactPoint().getHostString(),
                database.contactPoint().getPort(),
                keyspace,
                database.datacenter());

    CommandRun before = CommandRun.of("doctor --port 0 --store", url);
    assertThat(before.exitCode()).isEqualTo(1);
    assertThat(before.out())
        .containsPattern("wrong +keyspace +there is no keyspace " + keyspace)
        .contains("Make it by 'messina schema apply', or by: CREATE KEYSPACE IF NOT EXISTS");

    CommandRun first = CommandRun.of("schema apply --store", url);
    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(first.out())
        .startsWith(
            "Made the keyspace " + keyspace + "; made " + ServerTables.ALL.size() + " tables");
    JsonNode second =
        JsonMapper.shared().readTree(CommandRun.of("schema apply --store", url, "--json").out());
    assertThat(second.required("keyspace_made").booleanValue()).isFalse();
    assertThat(second.required("tables_made").size()).isZero();
    assertThat(second.required("tables_kept").size()).isEqualTo(ServerTables.ALL.size());

    CommandRun after = CommandRun.of("doctor --port 0 --store", url);
    assertThat(after.exitCode()).as(after.out()).isZero();
    assertThat(after.out())
        .containsPattern("ok +tables +all " + ServerTables.ALL.size() + " are as they should be")
        .containsPattern("ok +lwt +half of \\d+ within ");
  }

  @Test
  void the_doctor_tells_in_one_sentence_that_nothing_answers() {
    CommandRun run = CommandRun.of("doctor --port 0 --store cql://127.0.0.1:1/m?dc=d --json");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("no node answers at 127.0.0.1:1: check that the database runs");
  }
}
