package io.messina.cluster;

import io.messina.cluster.Ledger.Entry;
import io.messina.stream.json.ApiJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * Producers that append keyed events, one by one and in batches, and workers that claim and
 * acknowledge them, each at a server of its own. What is not acknowledged is sent again under the
 * same idempotency key until it is.
 */
final class Load implements AutoCloseable {

  /** The longest that anything may take before the test fails. */
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private static final Duration PAUSE_REFUSED = Duration.ofMillis(50);

  /** Events that wait for workers, beyond which producers wait: all must be done in minutes. */
  private static final int WAITING_MAX = 4_000;

  private static final int KEYS = 8;
  private static final int BATCH = 10;
  private static final int CLAIM = 100;
  private static final String GROUP = "workers";
  private static final int RETRIES_MAX = 20;

  private final TestCluster cluster;
  private final String stream;
  private final Ledger ledger;
  private final Duration pause;
  private final List<Thread> producers = new ArrayList<>();
  private final List<Thread> workers = new ArrayList<>();
  private final Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
  private volatile boolean appends = true;
  private volatile boolean claims = true;

  private Load(TestCluster cluster, String stream, Ledger ledger, Duration pause) {
    this.cluster = cluster;
    this.stream = stream;
    this.ledger = ledger;
    this.pause = pause;
  }

  /**
   * How much is sent.
   *
   * @param singles producers of one event at a time
   * @param batches producers of ten events at a time
   * @param pause of each producer between two requests
   */
  record Size(int singles, int batches, int workers, Duration pause) {}

  /** Creates a stream with a group, and begins. */
  static Load start(
      TestCluster cluster, String stream, int shards, Duration lease, Size size, Ledger ledger) {
    Caller.ask(
            cluster.url(0),
            "PUT",
            "/v1/streams/" + stream,
            "{\"shards\":%d,\"key\":\"/k\",\"deduplicate\":\"1h\"}".formatted(shards))
        .good();
    Caller.ask(
            cluster.url(0),
            "PUT",
            "/v1/streams/" + stream + "/groups/" + GROUP,
            "{\"start\":\"earliest\",\"order\":\"key\",\"lease\":\"%ds\",\"max_attempts\":100}"
                .formatted(lease.toSeconds()))
        .good();
    Load load = new Load(cluster, stream, ledger, size.pause());
    for (int i = 0; i < size.singles(); i++) {
      load.producers.add(load.thread("single-" + i, i, caller -> load.append(caller, 1)));
    }
    for (int i = 0; i < size.batches(); i++) {
      load.producers.add(load.thread("batch-" + i, i, caller -> load.append(caller, BATCH)));
    }
    for (int i = 0; i < size.workers(); i++) {
      load.workers.add(load.thread("worker-" + i, i, load::work));
    }
    load.producers.forEach(Thread::start);
    load.workers.forEach(Thread::start);
    return load;
  }

  private interface Part {
    void run(Caller caller) throws InterruptedException;
  }

  private Thread thread(String name, int number, Part part) {
    return Thread.ofPlatform()
        .daemon()
        .name(name)
        .unstarted(
            () -> {
              try (Caller caller = new Caller(cluster, number % cluster.size(), ledger)) {
                part.run(caller);
              } catch (InterruptedException | RuntimeException | Error e) {
                thrown.add(e);
              }
            });
  }

  String stream() {
    return stream;
  }

  /** Waits until some more events are acknowledged and done. */
  void awaitProgress(int events) {
    int stored = ledger.acknowledged() + events;
    int done = ledger.finished() + events;
    await(
        () -> ledger.acknowledged() >= stored && ledger.finished() >= done,
        "events are acknowledged and done");
  }

  /** Ends the producers, and the workers once nothing is left; returns what is stored. */
  List<List<Entry>> drained() throws InterruptedException {
    appends = false;
    for (Thread each : producers) {
      join(each);
    }
    await(() -> ledger.finished() >= ledger.acknowledged() || isDone(), "all events are done");
    await(this::isDone, "the group has no lag");
    claims = false;
    for (Thread each : workers) {
      join(each);
    }
    if (!thrown.isEmpty()) {
      throw new AssertionError("a client failed", thrown.peek());
    }
    return stored();
  }

  private void join(Thread each) throws InterruptedException {
    each.join(PATIENCE);
    if (each.isAlive()) {
      throw new AssertionError(each.getName() + " does not end\n" + cluster);
    }
  }

  private boolean isDone() {
    Caller.Answer answer = group("");
    if (!answer.isGood()) {
      return false;
    }
    JsonNode group = ApiJson.MAPPER.readTree(answer.body());
    return group.get("lag").isNumber()
        && group.get("lag").longValue() == 0
        && group.get("dead").longValue() == 0;
  }

  private Caller.Answer group(String what) {
    return Caller.ask(
        cluster.url(0), "GET", "/v1/streams/" + stream + "/groups/" + GROUP + what, "");
  }

  /** As long as events become done: a busy machine may leave many to the end. */
  private void await(Condition condition, String what) {
    long untilNanos = System.nanoTime() + PATIENCE.toNanos();
    int finished = ledger.finished();
    while (!condition.holds()) {
      if (ledger.finished() > finished) {
        finished = ledger.finished();
        untilNanos = System.nanoTime() + PATIENCE.toNanos();
      }
      if (!thrown.isEmpty()) {
        throw new AssertionError("a client failed", thrown.peek());
      }
      if (System.nanoTime() - untilNanos > 0) {
        throw new AssertionError(
            "not so: %s: %d acknowledged, %d done, %s\n%s\n%s\n%s"
                .formatted(
                    what,
                    ledger.acknowledged(),
                    ledger.finished(),
                    ledger.counts(),
                    group("").body(),
                    group("/unfinished").body(),
                    cluster));
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  @FunctionalInterface
  private interface Condition {
    boolean holds();
  }

  private List<List<Entry>> stored() {
    return shards(cluster.url(0), stream, Load::entry);
  }

  /** The payloads of all events of a stream, as JSON. */
  static List<String> payloads(String url, String stream) {
    return shards(url, stream, event -> event.get("payload").toString()).stream()
        .flatMap(List::stream)
        .toList();
  }

  private static <T> List<List<T>> shards(String url, String stream, Function<JsonNode, T> part) {
    String path = "/v1/streams/" + stream;
    try (Caller.Connection server = new Caller.Connection(url)) {
      int shards = json(server, path).get("shards").intValue();
      return IntStream.range(0, shards)
          .mapToObj(shard -> events(server, path + "/events?limit=1000&shard=" + shard, part))
          .toList();
    }
  }

  private static <T> List<T> events(
      Caller.Connection server, String path, Function<JsonNode, T> part) {
    List<T> events = new ArrayList<>();
    JsonNode page = json(server, path + "&from=earliest");
    while (!page.get("events").isEmpty()) {
      page.get("events").forEach(event -> events.add(part.apply(event)));
      page = json(server, path + "&from=" + page.get("next").stringValue());
    }
    return events;
  }

  private static JsonNode json(Caller.Connection server, String path) {
    return ApiJson.MAPPER.readTree(server.send("GET", path, "", "", PATIENCE).good());
  }

  private static Entry entry(JsonNode event) {
    JsonNode payload = event.get("payload");
    return new Entry(payload.get("k").stringValue(), payload.get("n").intValue());
  }

  private void append(Caller caller, int batch) {
    String name = Thread.currentThread().getName();
    for (int number = 0; appends; number++) {
      int round = number;
      List<Entry> events =
          IntStream.range(round * batch, (round + 1) * batch)
              .mapToObj(i -> new Entry(name + "." + i % KEYS, i / KEYS))
              .toList();
      ledger.sends(events);
      append(caller, events, name + ":" + round);
      do {
        LockSupport.parkNanos(pause.toNanos());
      } while (appends && ledger.waiting() > WAITING_MAX);
    }
  }

  private void append(Caller caller, List<Entry> events, String idempotencyKey) {
    String operation = events.size() == 1 ? "append" : "batch";
    String body =
        events.stream()
            .map(event -> "{\"k\":\"%s\",\"n\":%d}".formatted(event.key(), event.number()))
            .collect(Collectors.joining("\n"));
    long beganNanos = System.nanoTime();
    Caller.Answer answer;
    do {
      answer =
          caller.send(operation, "POST", "/v1/streams/" + stream + "/events", body, idempotencyKey);
      if (answer.isGood()) {
        ledger.acknowledged(events);
        ledger.waited(operation, beganNanos);
        return;
      }
      LockSupport.parkNanos(PAUSE_REFUSED.toNanos());
    } while (answer.mayBeRepeated() && System.nanoTime() - beganNanos < PATIENCE.toNanos());
    throw new AssertionError(events + " cannot be appended: " + answer);
  }

  private void work(Caller caller) {
    String path = "/v1/streams/" + stream + "/groups/" + GROUP;
    String ask =
        "{\"limit\":%d,\"wait\":\"1s\",\"worker\":\"%s\"}"
            .formatted(CLAIM, Thread.currentThread().getName());
    long servedNanos = System.nanoTime();
    while (claims) {
      long askedNanos = System.nanoTime();
      Caller.Answer answer = caller.send("claim", "POST", path + "/claim", ask, "");
      if (answer.isGood()) {
        ledger.waited("claim", servedNanos);
        servedNanos = System.nanoTime();
        work(caller, path, askedNanos, ApiJson.MAPPER.readTree(answer.body()).get("events"));
      } else if (answer.mayBeRepeated()) {
        LockSupport.parkNanos(PAUSE_REFUSED.toNanos());
      } else {
        throw new AssertionError("cannot claim: " + answer);
      }
    }
  }

  private record Held(Entry event, String receipt) {}

  private void work(Caller caller, String path, long askedNanos, JsonNode events) {
    List<Held> held = new ArrayList<>();
    for (JsonNode event : events) {
      Entry entry = entry(event);
      ledger.delivered(entry, askedNanos, event.get("attempt").intValue());
      held.add(new Held(entry, event.get("receipt").stringValue()));
    }
    held.forEach(each -> ledger.finishes(each.event()));
    long beganNanos = System.nanoTime();
    for (int i = 0; i < RETRIES_MAX && !held.isEmpty(); i++) {
      held = acknowledged(caller, path, held);
    }
    ledger.waited("ack", beganNanos);
  }

  /** Returns those to send again. */
  private List<Held> acknowledged(Caller caller, String path, List<Held> held) {
    String receipts =
        held.stream().map(each -> "\"" + each.receipt() + "\"").collect(Collectors.joining(","));
    Caller.Answer answer =
        caller.send("ack", "POST", path + "/ack", "{\"receipts\":[" + receipts + "]}", "");
    if (!answer.isGood()) {
      if (!answer.mayBeRepeated()) {
        throw new AssertionError("cannot acknowledge: " + answer);
      }
      LockSupport.parkNanos(PAUSE_REFUSED.toNanos());
      return held;
    }
    JsonNode results = ApiJson.MAPPER.readTree(answer.body()).get("results");
    List<Held> again = new ArrayList<>();
    for (int i = 0; i < held.size(); i++) {
      String status = results.get(i).get("status").stringValue();
      switch (status) {
        case "ok" -> ledger.finished(held.get(i).event());
        case "retry" -> again.add(held.get(i));
        case "stale", "unknown" -> {}
        default -> ledger.wrong(held.get(i) + ": acknowledged and answered " + status);
      }
    }
    if (!again.isEmpty()) {
      LockSupport.parkNanos(PAUSE_REFUSED.toNanos());
    }
    return again;
  }

  @Override
  public void close() {
    appends = false;
    claims = false;
  }
}
