package io.messina.enrich.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import io.messina.cassandra.CassandraForTests;
import io.messina.enrich.Enriched;
import io.messina.enrich.Enricher;
import io.messina.enrich.EnrichmentEffects;
import io.messina.enrich.EnrichmentOptions;
import io.messina.enrich.EnrichmentStatus;
import io.messina.enrich.FailedEvent;
import io.messina.enrich.Included;
import io.messina.enrich.KeyedStateClient;
import io.messina.enrich.RequestRetries;
import io.messina.enrich.ShardEnrichment;
import io.messina.enrich.ShardStart;
import io.messina.enrich.StateRefusedException;
import io.messina.enrich.StateRow;
import io.messina.enrich.WriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A table with columns that enrichments know nothing of, on a real Cassandra. */
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class CqlStateClientTest {

  private static final String KEYSPACE = CassandraForTests.keyspace("messina_enrich");
  private static final CqlTable TABLE =
      new CqlTable(KEYSPACE + ".profiles", List.of("user"), List.of("Edits", "all"));

  /** A state whose mapping leaves a column out. */
  private static final String ONLY_ALL = "x";

  /** A table is made and dropped by the whole database, which takes its time on a busy machine. */
  private static final Duration SCHEMA_TIMEOUT = Duration.ofMinutes(1);

  private static CqlSession session;

  private CqlStateClient<String, String> client;

  /** The state is all events of the key, so that whatever is lost, doubled or misplaced is seen. */
  private record Profiles() implements StateMapping<String, String> {

    @Override
    public List<Object> key(String key) {
      return List.of(key);
    }

    @Override
    public String state(Row row) {
      String all = row.getString("all");
      return all == null ? "" : all;
    }

    @Override
    public Map<String, @Nullable Object> columns(String state) {
      return state.equals(ONLY_ALL)
          ? Map.of("all", state)
          : Map.of("all", state, "Edits", (long) state.split(" ").length);
    }
  }

  @BeforeAll
  static void open() {
    CassandraForTests database = CassandraForTests.shared();
    session =
        CqlSession.builder()
            .addContactPoint(database.contactPoint())
            .withLocalDatacenter(database.datacenter())
            .build();
    change(
        "CREATE KEYSPACE %s WITH replication = {'class': 'NetworkTopologyStrategy', '%s': 1}"
            .formatted(KEYSPACE, database.datacenter()));
    change(
        "CREATE TABLE %s.profiles (user text PRIMARY KEY, \"Edits\" bigint, all text, note text)"
            .formatted(KEYSPACE));
    change("ALTER TABLE " + TABLE.name() + " ADD messina_version text");
  }

  private static void change(String statement) {
    var _ = session.execute(SimpleStatement.newInstance(statement).setTimeout(SCHEMA_TIMEOUT));
  }

  @AfterAll
  static void close() {
    change("DROP KEYSPACE " + KEYSPACE);
    session.close();
  }

  @BeforeEach
  void begin() {
    change("TRUNCATE " + TABLE.name());
    client = new CqlStateClient<>(session, TABLE, new Profiles(), 2);
  }

  @Test
  void a_row_is_written_as_a_whole_with_its_version_and_other_columns_stay() {
    execute("INSERT INTO %s (user, note) VALUES ('ada', 'kept')");
    StateRow<String> begun = join(client.read("ada"));
    assertThat(begun).isEqualTo(new StateRow<>("", 2, -1));
    StateRow<String> first = new StateRow<>("a b", 2, 7);
    assertThat(join(client.write("ada", begun, first))).isEqualTo(WriteResult.APPLIED);
    assertThat(join(client.read("ada"))).isEqualTo(first);
    assertThat(execute("SELECT * FROM %s").getFirst().getFormattedContents())
        .contains("note:'kept'", "\"Edits\":2", "messina_version:'2:7'");
    StateRow<String> none = new StateRow<>(null, 2, 8);
    assertThat(join(client.write("ada", first, none))).isEqualTo(WriteResult.APPLIED);
    assertThat(execute("SELECT * FROM %s").getFirst().getFormattedContents())
        .contains("note:'kept'", "\"Edits\":NULL", "messina_version:'2:8'");
  }

  @Test
  void a_column_that_a_state_does_not_have_loses_its_value() {
    StateRow<String> first = new StateRow<>("a b", 2, 1);
    assertThat(join(client.write("ada", null, first))).isEqualTo(WriteResult.APPLIED);
    StateRow<String> second = new StateRow<>(ONLY_ALL, 2, 2);
    assertThat(join(client.write("ada", first, second))).isEqualTo(WriteResult.APPLIED);
    assertThat(execute("SELECT * FROM %s").getFirst().getFormattedContents())
        .contains("\"Edits\":NULL", "all:'x'");
  }

  @Test
  void a_quorum_acknowledges_what_is_written_where_its_writers_are() {
    assertThat(TABLE.consistency()).isEqualTo(DefaultConsistencyLevel.LOCAL_QUORUM);
    CqlTable everywhere =
        new CqlTable(
            TABLE.name(),
            TABLE.keyColumns(),
            TABLE.stateColumns(),
            TABLE.versionColumn(),
            DefaultConsistencyLevel.SERIAL);
    assertThat(everywhere.consistency()).isEqualTo(DefaultConsistencyLevel.QUORUM);
  }

  @Test
  void a_write_applies_only_to_the_row_that_was_read() {
    assertThat(join(client.read("ada"))).isNull();
    StateRow<String> first = new StateRow<>("a", 2, 1);
    assertThat(join(client.write("ada", null, first))).isEqualTo(WriteResult.APPLIED);
    assertThat(join(client.write("ada", null, new StateRow<>("x", 2, 1))))
        .isEqualTo(WriteResult.CONFLICT);
    StateRow<String> second = new StateRow<>("a b", 2, 2);
    assertThat(join(client.write("ada", first, second))).isEqualTo(WriteResult.APPLIED);
    assertThat(join(client.write("ada", first, new StateRow<>("a x", 2, 2))))
        .isEqualTo(WriteResult.CONFLICT);
    assertThat(join(client.read("ada"))).isEqualTo(second);
  }

  @Test
  void a_row_has_a_position_of_each_partition_that_its_events_came_from() {
    execute("INSERT INTO %s (user, all, messina_version) VALUES ('ada', 'a', '2:42')");
    StateRow<String> before = Objects.requireNonNull(join(client.read("ada")));
    assertThat(before).isEqualTo(new StateRow<>("a", 2, 42));
    Included included = before.included().with(3, 43, 0).with(0, 7, 1);
    StateRow<String> moved = new StateRow<>("a b", 2, included);
    assertThat(join(client.write("ada", before, moved))).isEqualTo(WriteResult.APPLIED);
    assertThat(execute("SELECT * FROM %s").getFirst().getFormattedContents())
        .contains("messina_version:'2:0/7.1,3/43'");
    assertThat(join(client.read("ada"))).isEqualTo(moved);
    execute("UPDATE %s SET messina_version = '2:3/x' WHERE user = 'ada'");
    assertThatThrownBy(() -> join(client.read("ada")))
        .hasStackTraceContaining("version: 2:3/x (expected: as 1:42");
  }

  @Test
  void what_the_table_cannot_hold_is_refused_for_good() {
    assertThatThrownBy(() -> join(client.read(""))).hasCauseInstanceOf(StateRefusedException.class);
    execute("UPDATE %s SET messina_version = 'mine' WHERE user = 'eve'");
    assertThatThrownBy(() -> join(client.read("eve")))
        .hasRootCauseInstanceOf(NumberFormatException.class)
        .hasMessageContaining("version: mine (expected: as 1:42");
    CqlTable other = new CqlTable(KEYSPACE + ".profiles", List.of("user"), List.of("absent"));
    assertThatThrownBy(() -> new CqlStateClient<>(session, other, new Profiles(), 1))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("absent");
  }

  @Test
  void skewed_keys_and_lost_answers_lose_no_event_and_double_none() {
    execute("INSERT INTO %s (user, all) VALUES ('k0', 'before')");
    SplittableRandom random = new SplittableRandom(5);
    Map<String, List<String>> expected = new LinkedHashMap<>();
    expected.put("k0", new ArrayList<>(List.of("before")));
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < 4_000; i++) {
      String key = "k" + (int) (Math.exp(random.nextDouble() * Math.log(200)) - 1);
      keys.add(key);
      expected.computeIfAbsent(key, _ -> new ArrayList<>()).add(Integer.toString(i));
    }
    EnrichmentOptions options =
        EnrichmentOptions.DEFAULT
            .permits(new EnrichmentOptions.Permits(64, 64, Duration.ofMillis(400)))
            .retry(new RequestRetries(50, List.of(Duration.ofMillis(50)), 1));
    Loop first = new Loop(options, client, random.split());
    first.run(keys, 0, 2_500);
    assertThat(first.status().counters().timeouts()).isPositive();
    assertThat(first.status().counters().rounds()).isLessThan(2_000);
    // Another process begins before where the first one ended, with no memory of it.
    Loop second = new Loop(options, client, random.split());
    second.run(keys, 1_500, 4_000);
    assertThat(second.status().counters().replayed()).isGreaterThan(900);

    Map<String, List<String>> stored = new LinkedHashMap<>();
    for (Row row : execute("SELECT * FROM %s")) {
      stored.put(row.getString("user"), List.of(new Profiles().state(row).split(" ")));
    }
    assertThat(stored).containsExactlyInAnyOrderEntriesOf(expected);
  }

  private static List<Row> execute(String statement) {
    return session.execute(statement.formatted(TABLE.name())).all();
  }

  private static <T extends @Nullable Object> T join(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  /** Drives a core against a database, of whose answers some never come. For one thread. */
  static final class Loop implements EnrichmentEffects<String, String, String, String> {

    private static final double LOST = 0.03;
    private static final long PAUSE_MILLIS = 5;

    private final KeyedStateClient<String, String> client;
    private final SplittableRandom random;
    private final ShardEnrichment<String, String, String, String> core;
    private final BlockingQueue<Runnable> answers = new LinkedBlockingQueue<>();

    Loop(
        EnrichmentOptions options,
        KeyedStateClient<String, String> client,
        SplittableRandom random) {
      this.client = client;
      this.random = random;
      this.core =
          new ShardEnrichment<>(options, new Appending(), new ShardStart(2, 0, -1), this, random);
    }

    /** A state is all payloads. */
    private record Appending() implements Enricher<String, String, String, String> {

      @Override
      public Enriched<String, String> enrich(
          String key, @Nullable String state, List<String> events) {
        String added = String.join(" ", events);
        return new Enriched<>(
            state == null || state.isEmpty() ? added : state + " " + added, events);
      }

      @Override
      public List<String> emitAgain(String key, @Nullable String state, List<String> events) {
        return events;
      }
    }

    /** Enriches events from one position up to another, until all are finished. */
    void run(List<String> keys, int from, int to) {
      int next = from;
      while (core.completeTo() < to) {
        while (next < to
            && core.offer(keys.get(next), next, Integer.toString(next), 50, System.nanoTime())) {
          next++;
        }
        core.tick(System.nanoTime());
        await();
      }
    }

    private void await() {
      try {
        Runnable answer = answers.poll(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        while (answer != null) {
          answer.run();
          answer = answers.poll();
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    EnrichmentStatus status() {
      return core.status();
    }

    private <T extends @Nullable Object> void answer(
        CompletionStage<T> stage, long attempt, Consumer<T> told) {
      boolean lost = random.nextDouble() < LOST;
      stage.whenComplete(
          (result, failed) -> {
            if (failed != null) {
              answers.add(() -> core.failed(attempt, failed, System.nanoTime()));
            } else if (!lost) {
              answers.add(() -> told.accept(result));
            }
          });
    }

    @Override
    public void read(String key, long attempt) {
      answer(client.read(key), attempt, row -> core.read(attempt, row, System.nanoTime()));
    }

    @Override
    public void write(
        String key, @Nullable StateRow<String> expected, StateRow<String> row, long attempt) {
      answer(
          client.write(key, expected, row),
          attempt,
          result -> core.written(attempt, result, System.nanoTime()));
    }

    @Override
    public void emit(String key, long first, long position, String output) {}

    @Override
    public void deadLetter(FailedEvent<String, String> letter, long id) {
      throw new AssertionError(letter.toString());
    }

    @Override
    public void stopped(String why) {
      throw new AssertionError(why);
    }
  }
}
