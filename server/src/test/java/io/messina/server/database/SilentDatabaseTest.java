package io.messina.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ProblemCode;
import io.messina.cassandra.CassandraNode;
import io.messina.cassandra.CassandraSettings;
import io.messina.cassandra.CommitLog;
import io.messina.server.RunningNode;
import io.messina.test.rules.FullBuild;
import io.messina.testkit.TcpProxy;
import io.messina.testkit.TcpProxy.Direction;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A server whose database goes away and comes back, while producers go on. */
@Timeout(300)
@SuppressWarnings("NullAway.Init")
class SilentDatabaseTest {

  private static final int PRODUCERS = 8;
  private static final Duration MOST = Duration.ofSeconds(90);

  /** With a queue for the shard, the time-out of requests, and a slow machine. */
  private static final Duration ANSWERED_MAX = Duration.ofSeconds(60);

  @TempDir private Path folder;
  private RunningNode server;
  private final List<Producer> producers = new ArrayList<>();

  private void start(String url) throws Exception {
    server = RunningNode.in(folder, "--store", url);
    server.json(201, "PUT", "/v1/streams/s", "{\"shards\":4,\"key\":\"/k\"}");
    server.json(201, "PUT", "/v1/streams/s/groups/g", "{\"start\":\"earliest\"}");
    awaitReady();
    for (int i = 0; i < PRODUCERS; i++) {
      producers.add(Producer.start(server, i));
    }
    await(() -> producers.stream().allMatch(each -> each.acknowledged().size() > 5));
  }

  /** The start may have failed at any of its steps. */
  @AfterEach
  void stop() {
    producers.forEach(Producer::close);
    if (server != null) {
      server.close();
    }
  }

  @Test
  void nothing_acknowledged_is_lost_when_it_hangs_and_when_it_cannot_be_reached() throws Exception {
    try (TestKeyspace keyspace = TestKeyspace.shared();
        TcpProxy proxy = TcpProxy.to(keyspace.options().contactPoints().getFirst())) {
      start(keyspace.url(proxy.address()));
      proxy.stall(Direction.THERE);
      proxy.stall(Direction.BACK);
      assertSilence();
      proxy.pass();
      assertRecovery();

      proxy.refuse();
      assertSilence();
      proxy.heal();
      assertRecovery();
      assertComplete();
      stop();
    }
  }

  @Test
  @FullBuild("the same on a database that goes on, behind something that hangs and refuses")
  void nothing_acknowledged_is_lost_when_it_is_stopped_and_when_it_is_killed() throws Exception {
    try (CassandraNode database =
        CassandraNode.start(
            CassandraSettings.in(folder.resolve("cassandra")).withCommitLog(CommitLog.BATCH))) {
      start(TestKeyspace.on(database).url());
      database.pause();
      try {
        assertSilence();
      } finally {
        database.resume();
      }
      assertRecovery();

      database.kill();
      assertSilence();
      database.startAgain();
      assertRecovery();
      assertComplete();
      stop();
    }
  }

  private void assertComplete() throws Exception {
    producers.forEach(Producer::close);
    assertThat(stored()).containsAll(acknowledged());
    assertThat(claimed()).isPositive();
  }

  private void assertSilence() throws Exception {
    await(
        () -> server.send("GET", "/health/ready", "").body().contains("\"database\":\"it has not"));
    server.problem(ProblemCode.UNAVAILABLE, "GET", "/health/ready", "");
    server.json(200, "GET", "/health/live", "");
    await(() -> producers.stream().allMatch(Producer::isRefused));
    HttpResponse<String> refused = server.send("POST", "/v1/streams/s/events", "{\"k\":\"x\"}");
    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.headers().firstValue("retry-after")).contains("1");
    assertThat(refused.body()).contains("\"code\":\"" + ProblemCode.UNAVAILABLE + "\"");
    assertThat(producers).allMatch(each -> each.slowest().compareTo(ANSWERED_MAX) < 0);
    assertThat(taken()).as("bytes of bodies").isZero();
  }

  private void assertRecovery() throws Exception {
    awaitReady();
    List<Integer> before = producers.stream().map(each -> each.acknowledged().size()).toList();
    await(
        () -> {
          for (int i = 0; i < PRODUCERS; i++) {
            if (producers.get(i).acknowledged().size() <= before.get(i)) {
              return false;
            }
          }
          return true;
        });
  }

  private Set<String> acknowledged() {
    Set<String> all = new TreeSet<>();
    producers.forEach(each -> all.addAll(each.acknowledged()));
    return all;
  }

  private Set<String> stored() throws Exception {
    Set<String> stored = new TreeSet<>();
    for (int shard = 0; shard < 4; shard++) {
      String path = "/v1/streams/s/events?limit=1000&shard=" + shard + "&from=";
      JsonNode page = server.json(200, "GET", path + "earliest", "");
      while (!page.get("events").isEmpty()) {
        page.get("events").forEach(event -> stored.add(event.get("payload").toString()));
        page = server.json(200, "GET", path + page.get("next").stringValue(), "");
      }
    }
    return stored;
  }

  private int claimed() throws Exception {
    return server
        .json(200, "POST", "/v1/streams/s/groups/g/claim", "{\"limit\":100,\"worker\":\"w\"}")
        .get("events")
        .size();
  }

  /** What the bodies of requests take while all of them are refused. */
  private double taken() throws Exception {
    return server
        .send("GET", "/metrics", "")
        .body()
        .lines()
        .filter(line -> line.startsWith("messina_http_bodies"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private void awaitReady() throws Exception {
    await(() -> server.send("GET", "/health/ready", "").statusCode() == 200);
  }

  private static void await(Condition condition) throws Exception {
    long until = System.nanoTime() + MOST.toNanos();
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as("it takes too long").isLessThan(until);
      Thread.sleep(50);
    }
  }

  @FunctionalInterface
  private interface Condition {
    boolean holds() throws Exception;
  }

  /** Appends one event after the other, and remembers which were acknowledged. */
  static final class Producer implements AutoCloseable {

    /** Leaves the cores to the database, which has to come up beside. */
    private static final Duration PAUSE = Duration.ofMillis(50);

    private static final Duration PAUSE_REFUSED = Duration.ofMillis(100);
    private static final int REFUSED = 503;
    private static final int ACCEPTED = 202;

    private final RunningNode server;
    private final int number;
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final AtomicLong slowestNanos = new AtomicLong();
    private final Thread thread;
    private volatile boolean refused;
    private volatile boolean closed;
    private volatile @Nullable Throwable failure;

    private Producer(RunningNode server, int number) {
      this.server = server;
      this.number = number;
      this.thread = Thread.ofVirtual().unstarted(this::run);
    }

    static Producer start(RunningNode server, int number) {
      Producer producer = new Producer(server, number);
      producer.thread.start();
      return producer;
    }

    Set<String> acknowledged() {
      return acknowledged;
    }

    /** Whether its last event was refused. */
    boolean isRefused() {
      return refused;
    }

    Duration slowest() {
      return Duration.ofNanos(slowestNanos.get());
    }

    @Override
    public void close() {
      closed = true;
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      if (failure != null) {
        throw new AssertionError("producer " + number, failure);
      }
    }

    private void run() {
      try {
        for (int i = 0; !closed; i++) {
          append("{\"k\":\"" + number + "\",\"n\":" + i + "}");
        }
      } catch (IOException | InterruptedException | AssertionError e) {
        failure = e;
      }
    }

    private void append(String event) throws IOException, InterruptedException {
      long begun = System.nanoTime();
      HttpResponse<String> answer = server.send("POST", "/v1/streams/s/events", event);
      slowestNanos.accumulateAndGet(System.nanoTime() - begun, Math::max);
      refused = answer.statusCode() == REFUSED;
      if (answer.statusCode() == ACCEPTED) {
        acknowledged.add(event);
        Thread.sleep(PAUSE);
      } else if (!refused || answer.headers().firstValue("retry-after").isEmpty()) {
        throw new AssertionError(answer.statusCode() + " " + answer.body());
      } else {
        Thread.sleep(PAUSE_REFUSED);
      }
    }
  }
}
