package io.messina.server.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.messina.api.GroupOptions;
import io.messina.api.Position;
import io.messina.api.ReadStart;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.client.MessinaClient;
import io.messina.client.error.MessinaException;
import io.messina.client.event.Event;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.group.ClaimWorker;
import io.messina.client.group.ClientMetrics;
import io.messina.client.group.GroupClient;
import io.messina.client.group.Outcome;
import io.messina.client.group.Output;
import io.messina.client.group.WorkerOptions;
import io.messina.client.stream.AppendOptions;
import io.messina.client.stream.BatchingAppender;
import io.messina.client.stream.BatchingOptions;
import io.messina.client.stream.ReadEvents;
import io.messina.client.stream.StreamClient;
import io.messina.server.RunningNode;
import io.messina.server.database.TestKeyspace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client that knows two servers of a keyspace, and goes on when the first one ends. */
@Timeout(180)
@SuppressWarnings("NullAway.Init")
class ClientOfSeveralServersTest {

  private static final int SHARDS = 4;
  private static final int KEYS = 10;
  private static final Duration LEASE = Duration.ofSeconds(2);

  private static final Path PYTHON_CLIENT = Path.of("../clients/python");

  /** Appends by the first URLs, and works by the second ones until it is told to stop. */
  private static final String PYTHON =
      """
      import sys, messina

      client = messina.Client(sys.argv[1])
      stream = client.create_stream("python", shards=4)
      client.create_stream("python-results", shards=4)

      def event(number):
          return messina.NewEvent(number, key=f"k{number % 10}")

      for number in range(0, 90, 3):
          stream.append(event(number))
          stream.append([event(number + 1), event(number + 2)], source="loader", batch=number)
      stream.create_group("workers", start="earliest", lease="2s")
      messina.worker(
          sys.argv[2], "python", "workers", lambda event: event.payload,
          processes=0, batch=5, wait=0.2, outputs="python-results")
      """;

  @TempDir private static Path folder;
  private static TestKeyspace keyspace;
  private static RunningNode first;
  private static RunningNode second;

  private final Set<MessinaException> repeated = ConcurrentHashMap.newKeySet();

  @BeforeAll
  static void start() throws Exception {
    keyspace = TestKeyspace.shared();
    first = another();
    second = another();
  }

  private static RunningNode another() throws InterruptedException {
    return RunningNode.in(folder, "--store", keyspace.url(), "--port", "0", "--drain-delay", "0s");
  }

  @AfterAll
  static void stop() {
    second.close();
    first.close();
    keyspace.close();
  }

  private MessinaClient client(String... urls) {
    return MessinaClient.builder(Stream.of(urls).map(URI::create).toList())
        .metrics(
            new ClientMetrics() {
              @Override
              public void retried(MessinaException why, Duration wait) {
                repeated.add(why);
              }
            })
        .build();
  }

  @Test
  void where_the_first_is_down_the_second_is_asked() throws Exception {
    try (MessinaClient client = client(nowhere(), second.node().baseUrl())) {
      StreamClient stream = created(client, "first-down");
      for (int i = 0; i < 10; i++) {
        assertThat(stream.append(event(i)).accepted()).isEqualTo(1);
      }
      assertStoredOnceInOrder(stream, 10);
    }
    assertThat(repeated).hasSize(1);
  }

  @Test
  void appends_go_on_at_the_second_once_each_and_in_order() throws Exception {
    int events = 90;
    try (MortalRelay mortal = new MortalRelay(first.node().baseUrl(), 40);
        MessinaClient client = client(mortal.url(), second.node().baseUrl())) {
      StreamClient stream = created(client, "appends");
      for (int i = 0; i < events; i += 3) {
        assertThat(stream.append(event(i)).accepted()).isEqualTo(1);
        AppendOptions numbered = AppendOptions.numbered("loader", i);
        var _ = stream.append(List.of(event(i + 1), event(i + 2)), numbered);
      }
      assertThat(mortal.isDead()).isTrue();
      assertStoredOnceInOrder(stream, events);
    }
  }

  @Test
  void an_appender_goes_on_at_the_second_once_each_and_in_order() throws Exception {
    int events = 1_000;
    BatchingOptions small = BatchingOptions.DEFAULT.withBatchEvents(20);
    try (MortalRelay mortal = new MortalRelay(first.node().baseUrl(), 20);
        MessinaClient client = client(mortal.url(), second.node().baseUrl())) {
      StreamClient stream = created(client, "appender");
      List<CompletableFuture<?>> stored = new ArrayList<>();
      try (BatchingAppender appender = new BatchingAppender(stream, small)) {
        IntStream.range(0, events).forEach(i -> stored.add(appender.append(event(i))));
      }
      stored.forEach(CompletableFuture::join);
      assertThat(mortal.isDead()).isTrue();
      assertStoredOnceInOrder(stream, events);
    }
  }

  @Test
  void a_worker_goes_on_at_the_second_and_no_output_is_lost_or_doubled() throws Exception {
    int events = 100;
    try (MortalRelay mortal = new MortalRelay(first.node().baseUrl(), 15);
        MessinaClient direct = client(second.node().baseUrl());
        MessinaClient client = client(mortal.url(), second.node().baseUrl())) {
      StreamClient work = created(direct, "work");
      StreamClient results = created(direct, "results");
      var _ = work.append(IntStream.range(0, events).mapToObj(this::event).toList());
      var _ = work.group("workers").create(Start.earliest(), GroupOptions.DEFAULT);
      GroupClient group = client.stream(work.name()).group("workers");
      WorkerOptions options =
          WorkerOptions.named("worker").withConcurrency(4).withBatch(5).withLease(LEASE);
      Set<Integer> handled = ConcurrentHashMap.newKeySet();
      try (ClaimWorker worker =
          ClaimWorker.start(
              group,
              options,
              claimed -> {
                handled.add(number(claimed.event()));
                return Outcome.done(List.of(output(results.name(), claimed.event())));
              })) {
        awaitCount(results, events, () -> assertThat(worker.ended()).isNotDone());
      }
      assertThat(mortal.isDead()).isTrue();
      assertThat(handled).hasSize(events);
      assertThat(numbers(results))
          .containsExactlyInAnyOrderElementsOf(IntStream.range(0, events).boxed().toList());
    }
  }

  @Test
  void a_client_and_a_worker_in_python_go_on_at_the_second() throws Exception {
    assumeTrue(PythonClientTest.hasPython(), "python3: none on this machine");
    int events = 90;
    String after = "," + second.node().baseUrl();
    Path output = folder.resolve("python");
    try (MortalRelay appended = new MortalRelay(first.node().baseUrl(), 40);
        MortalRelay worked = new MortalRelay(first.node().baseUrl(), 10);
        MessinaClient direct = client(second.node().baseUrl())) {
      StreamClient results = created(direct, "python-results");
      Process python =
          new ProcessBuilder(
                  "python3", "-B", "-c", PYTHON, appended.url() + after, worked.url() + after)
              .directory(PYTHON_CLIENT.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      try {
        awaitCount(
            results, events, () -> assertThat(python.isAlive()).as(() -> read(output)).isTrue());
      } finally {
        python.destroy();
      }
      assertThat(python.waitFor()).as(() -> read(output)).isZero();
      assertThat(appended.isDead() && worked.isDead()).isTrue();
      assertStoredOnceInOrder(direct.stream("python"), events);
      assertThat(numbers(results))
          .containsExactlyInAnyOrderElementsOf(IntStream.range(0, events).boxed().toList());
    }
  }

  @Test
  void no_request_fails_while_the_first_is_stopped() throws Exception {
    RunningNode stopped = another();
    try (MessinaClient client = client(stopped.node().baseUrl(), second.node().baseUrl())) {
      StreamClient stream = created(client, "stopped");
      CountDownLatch some = new CountDownLatch(50);
      CountDownLatch over = new CountDownLatch(1);
      CompletableFuture<Integer> appended =
          CompletableFuture.supplyAsync(
              () -> {
                int number = 0;
                int after = 0;
                while (after < 50) {
                  assertThat(stream.append(event(number++)).accepted()).isEqualTo(1);
                  some.countDown();
                  after += over.getCount() == 0 ? 1 : 0;
                }
                return number;
              });
      assertThat(some.await(60, TimeUnit.SECONDS)).isTrue();
      stopped.close();
      over.countDown();
      assertStoredOnceInOrder(stream, appended.get(60, TimeUnit.SECONDS));
    } finally {
      stopped.close();
    }
    assertThat(repeated).isNotEmpty();
  }

  private static String nowhere() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "http://127.0.0.1:" + free.getLocalPort();
    }
  }

  private static StreamClient created(MessinaClient client, String name) {
    StreamClient stream = client.stream(name);
    var _ = stream.create(StreamOptions.defaults().shards(SHARDS));
    return stream;
  }

  private NewEvent event(int number) {
    return NewEvent.of("k" + number % KEYS, Payload.json(Integer.toString(number)));
  }

  private static Output output(StreamName to, Event event) {
    return new Output(to, NewEvent.of(event.payload()));
  }

  private static int number(Event event) {
    return Integer.parseInt(event.payload().text());
  }

  private static void assertStoredOnceInOrder(StreamClient stream, int events) {
    List<Integer> numbers = numbers(stream);
    for (int key = 0; key < KEYS; key++) {
      int of = key;
      assertThat(numbers.stream().filter(number -> number % KEYS == of))
          .containsExactlyElementsOf(
              IntStream.range(0, events).filter(number -> number % KEYS == of).boxed().toList());
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static void awaitCount(StreamClient stream, int events, Runnable look) {
    List<Integer> counts = new ArrayList<>(Collections.nCopies(SHARDS, 0));
    List<ReadStart> places = new ArrayList<>(Collections.nCopies(SHARDS, Start.earliest()));
    while (counts.stream().mapToInt(count -> count).sum() < events) {
      look.run();
      for (int shard = 0; shard < SHARDS; shard++) {
        ReadEvents read = stream.read(shard, places.get(shard), 1_000, Duration.ofMillis(100));
        counts.set(shard, counts.get(shard) + read.events().size());
        places.set(shard, ReadStart.at(read.next()));
      }
    }
  }

  private static List<Integer> numbers(StreamClient stream) {
    List<Integer> numbers = new ArrayList<>();
    for (int shard = 0; shard < SHARDS; shard++) {
      ReadStart from = Start.earliest();
      ReadEvents read = stream.read(shard, from, 1_000, Duration.ZERO);
      while (!read.events().isEmpty()) {
        read.events().forEach(event -> numbers.add(number(event)));
        Position next = read.next();
        read = stream.read(shard, ReadStart.at(next), 1_000, Duration.ZERO);
      }
    }
    return numbers;
  }
}
