package io.messina.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.messina.cassandra.CassandraForTests;
import io.messina.cli.CommandRun;
import io.messina.store.cql.session.CqlSessions;
import io.messina.store.cql.session.CqlUrl;
import io.messina.test.rules.FullBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The statements on the pages for operators of a database, and on that of features, run there. */
class DatabasePagesTest {

  private static final Path PAGES = Path.of("../docs/operator/database");
  private static final Path FEATURES = Path.of("../docs/features.md");
  private static final Pattern BLOCK = Pattern.compile("```cql\n(.*?)\n *```", Pattern.DOTALL);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void every_statement_runs_on_a_keyspace_as_schema_apply_makes_it() throws IOException {
    CassandraForTests database = CassandraForTests.shared();
    String url =
        "cql://%s:%d/messina?dc=%s&replication=1&timeout=60s"
            .formatted(
                database.contactPoint().getHostString(),
                database.contactPoint().getPort(),
                database.datacenter());
    assertThat(CommandRun.of("schema apply --store", url).err()).isEmpty();

    List<String> statements = statements();

    assertThat(statements).hasSizeGreaterThan(5);
    try (CqlSession session = CqlSessions.open(CqlUrl.parse(url))) {
      for (String statement : statements) {
        session.execute(SimpleStatement.newInstance(statement).setTimeout(PATIENCE));
      }
    }
  }

  @Test
  @FullBuild("what schema apply makes is what schema show prints")
  void what_schema_show_prints_can_be_run_as_it_is() {
    CassandraForTests database = CassandraForTests.shared();
    String url =
        "cql://%s:%d/schema_shown?dc=%s&replication=1&timeout=60s"
            .formatted(
                database.contactPoint().getHostString(),
                database.contactPoint().getPort(),
                database.datacenter());
    String text = CommandRun.of("schema show --store", url).out();

    try (CqlSession session = CqlSessions.open(CqlUrl.parse(url))) {
      statements(text)
          .forEach(
              statement ->
                  session.execute(SimpleStatement.newInstance(statement).setTimeout(PATIENCE)));
    }

    assertThat(CommandRun.of("schema apply --store", url, "--json").out())
        .contains("\"keyspace_made\" : false", "\"tables_made\" : [ ]");
  }

  private static List<String> statements() throws IOException {
    try (Stream<Path> pages = Files.list(PAGES)) {
      return Stream.concat(pages.sorted(), Stream.of(FEATURES))
          .flatMap(DatabasePagesTest::blocks)
          .flatMap(DatabasePagesTest::statements)
          .toList();
    }
  }

  private static Stream<String> blocks(Path page) {
    try {
      return BLOCK.matcher(Files.readString(page)).results().map(block -> block.group(1));
    } catch (IOException e) {
      throw new AssertionError(page.toString(), e);
    }
  }

  private static Stream<String> statements(String text) {
    return Stream.of(text.replaceAll("--[^\n]*", "").split(";"))
        .map(String::strip)
        .filter(statement -> !statement.isEmpty());
  }
}
