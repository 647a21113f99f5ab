package io.messina.cli.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.SourceBatch;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.api.aggregate.AggregateKind;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.api.aggregate.AggregateRow;
import io.messina.cli.ChildProcess;
import io.messina.client.MessinaClient;
import io.messina.client.aggregate.RowSelection;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.stream.AppendOptions;
import io.messina.test.rules.FullBuild;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Users of ten feature flags by the hour, in numbered batches, while the server is killed again and
 * again: the answer is that of a set for each flag and hour.
 */
@FullBuild("ServeCommandTest has an aggregate of the events of a server that is killed once")
@Timeout(300)
class KilledAggregateTest {

  private static final StreamName INTERACTIONS = new StreamName("interactions");
  private static final String FLAG_USERS = "flag-users";
  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
  private static final int BATCHES = 5;
  private static final int ROWS = 10_000;
  private static final int FLAGS = 10;
  private static final int USERS = 3_000;
  private static final int HOURS = 6;
  private static final int AGAIN = 3;

  @TempDir private Path folder;

  private final SplittableRandom random = new SplittableRandom(7);
  private final Map<String, Set<Integer>> users = new TreeMap<>();

  @Test
  void users_are_counted_once_though_the_server_is_killed_and_a_batch_comes_again()
      throws Exception {
    List<List<NewEvent>> batches = new ArrayList<>();
    for (int i = 0; i < BATCHES; i++) {
      batches.add(batch(users));
    }
    ChildProcess server = serve(0);
    int port = server.port();
    try {
      create(server.url());
      for (int number = 0; number < BATCHES; number++) {
        append(server.url(), number, batches.get(number));
        server.kill();
        server = serve(port);
      }
      append(server.url(), AGAIN, batch(new TreeMap<>()));
      awaitRows(server);
      assertThat(rows(server)).isEqualTo(expected());
    } finally {
      server.close();
    }
  }

  private ChildProcess serve(int port) throws IOException {
    return ChildProcess.serve(
        folder,
        port,
        "--snapshots",
        folder.resolve("snapshots").toString(),
        "--snapshot-every",
        "1s");
  }

  private static void create(String url) {
    try (MessinaClient client = MessinaClient.connect(url)) {
      client.stream(INTERACTIONS)
          .create(StreamOptions.defaults().shards(4).key("/flag").time("/at"));
      client
          .aggregate(FLAG_USERS)
          .create(
              AggregateOptions.of(
                      INTERACTIONS, AggregateKind.UNIQUE, Optional.of("/user"), Duration.ofHours(1))
                  .groupBy("/flag"));
    }
  }

  private List<NewEvent> batch(Map<String, Set<Integer>> seen) {
    List<NewEvent> events = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      String flag = "flag-" + random.nextInt(FLAGS);
      int user = random.nextInt(USERS);
      Instant at = START.plusSeconds(random.nextInt(HOURS * 3_600));
      seen.computeIfAbsent(cell(flag, at), any -> new HashSet<>()).add(user);
      events.add(
          NewEvent.of(
              Payload.json(
                  "{\"flag\":\"%s\",\"user\":%d,\"at\":\"%s\"}".formatted(flag, user, at))));
    }
    return events;
  }

  private static String cell(String flag, Instant at) {
    return Duration.between(START, at).toHours() + " \"" + flag + '"';
  }

  private static void append(String url, int number, List<NewEvent> events) {
    try (MessinaClient client = MessinaClient.connect(url)) {
      var _ =
          client.stream(INTERACTIONS)
              .append(
                  events,
                  new AppendOptions(
                      Optional.empty(), Optional.of(new SourceBatch("test", number))));
    }
  }

  private Map<String, Integer> expected() {
    return users.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, cell -> cell.getValue().size()));
  }

  /** Until everything is counted, on as many shards as had something. */
  private void awaitRows(ChildProcess server) {
    try (MessinaClient client = MessinaClient.connect(server.url())) {
      server.awaitThat(
          () ->
              client.aggregate(FLAG_USERS).rows(RowSelection.ALL).size() == expected().size()
                  && client.aggregate(FLAG_USERS).get().lag().filter(lag -> lag == 0).isPresent());
    }
  }

  private static Map<String, Integer> rows(ChildProcess server) {
    try (MessinaClient client = MessinaClient.connect(server.url())) {
      return client.aggregate(FLAG_USERS).rows(RowSelection.ALL).stream()
          .collect(Collectors.toMap(KilledAggregateTest::cell, KilledAggregateTest::value));
    }
  }

  private static String cell(AggregateRow row) {
    return cell(row.key().orElseThrow().text().replace("\"", ""), row.windowStart());
  }

  private static int value(AggregateRow row) {
    return Integer.parseInt(row.value().text());
  }
}
