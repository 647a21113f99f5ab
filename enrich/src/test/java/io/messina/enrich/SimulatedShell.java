package io.messina.enrich;

import io.messina.testkit.simulation.Alarm;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What runs the enrichment in one process: reads the log, asks the database, commits. */
final class SimulatedShell
    implements EnrichmentEffects<String, List<Edit>, List<Edit>, List<Edit>> {

  static final int EVENT_BYTES = 10;
  private static final Duration COMMIT_EVERY = Duration.ofMillis(200);

  private final EnrichmentWorld world;
  private final SimulatedNode node;
  private final RandomGenerator random;
  private final int epoch;
  private final ShardEnrichment<String, List<Edit>, List<Edit>, List<Edit>> core;
  private final Set<Long> letters;
  private final Map<String, Request> latest = new HashMap<>();
  private final Map<String, Long> emitted = new HashMap<>();
  private final List<List<Edit>> unflushed = new ArrayList<>();
  private int next;
  private int visible;
  private long writes;
  private @Nullable Alarm tick;

  private static final class Request {
    final String key;
    final long sentNanos;
    boolean answered;

    Request(String key, long sentNanos) {
      this.key = key;
      this.sentNanos = sentNanos;
    }
  }

  SimulatedShell(EnrichmentWorld world, SimulatedNode node) {
    this.world = world;
    this.node = node;
    this.random = world.simulation.random("shell");
    this.epoch = world.epoch;
    this.letters = new HashSet<>(world.letters.keySet());
    this.core =
        new ShardEnrichment<>(
            world.options,
            world.enricher,
            new ShardStart(1, world.committed, world.lastPosition(), world.table.isComparing()),
            this,
            world.simulation.random("jitter"));
    while (next < world.log.size() && world.log.get(next).position() < world.committed) {
      next++;
    }
  }

  void start() {
    wake();
    node.schedule(COMMIT_EVERY, this::commit);
  }

  void wake() {
    node.schedule(Duration.ZERO, this::goOn);
  }

  EnrichmentStatus status() {
    return core.status();
  }

  /** Adds up what happened in this process. */
  void note() {
    EnrichmentStatus.Counters counters = core.status().counters();
    world.seen.replayed += counters.replayed();
    world.seen.conflicts += counters.conflicts();
    world.seen.timeouts += counters.timeouts();
    world.seen.lateAnswers += counters.lateAnswers();
    world.seen.cacheHits += counters.cacheHits();
    world.seen.deadLetters += counters.deadLetters();
    world.seen.applied += counters.applied();
    world.seen.rounds += counters.rounds();
  }

  private long now() {
    return node.clock().nanoTime();
  }

  /** Offers what there is, and sees to the next tick. */
  private void goOn() {
    while (next < visible() && offered(world.log.get(next))) {
      next++;
    }
    if (tick != null) {
      tick.cancel();
    }
    checkBounds();
    long nanos = core.nanosToTick(now());
    tick = nanos == Long.MAX_VALUE ? null : node.schedule(Duration.ofNanos(nanos), this::tick);
  }

  /** Only the owner sees what is appended. */
  private int visible() {
    if (epoch == world.epoch) {
      visible = world.log.size();
    }
    return visible;
  }

  private boolean offered(Edit edit) {
    return letters.contains(edit.position())
        || core.offer(edit.key(), edit.position(), List.of(edit), EVENT_BYTES, now());
  }

  private void tick() {
    core.tick(now());
    goOn();
  }

  private void checkBounds() {
    EnrichmentStatus status = core.status();
    if (status.bytesBuffered()
        >= world.options.buffer().bytes() + EVENT_BYTES + EventSlab.OVERHEAD_BYTES) {
      world.wrong.add("more bytes than may be buffered: " + status);
    }
    if (status.bytesCached() > world.options.cache().bytes()) {
      world.wrong.add("more bytes than may be cached: " + status);
    }
  }

  /** What was put out becomes durable, and then how far everything was finished at that moment. */
  private void commit() {
    long completeTo = core.completeTo();
    List<List<Edit>> flushed = List.copyOf(unflushed);
    unflushed.clear();
    node.schedule(
        delay(),
        () -> {
          if (epoch == world.epoch) {
            world.outputs.addAll(flushed);
            world.committed = Math.max(world.committed, completeTo);
          }
          node.schedule(COMMIT_EVERY, this::commit);
        });
  }

  private Duration delay() {
    return Duration.ofMillis(1 + random.nextInt(world.calm ? 5 : 100));
  }

  @Override
  public void read(String key, long attempt) {
    request(key, () -> world.table.read(key), attempt, row -> core.read(attempt, row, now()));
  }

  @Override
  public void write(
      String key, @Nullable StateRow<List<Edit>> expected, StateRow<List<Edit>> row, long attempt) {
    long timestamp = ((long) epoch << Integer.SIZE) + ++writes;
    request(
        key,
        () -> world.table.write(key, expected, row, timestamp),
        attempt,
        result -> core.written(attempt, result, now()));
  }

  private Request sent(String key) {
    Request request = new Request(key, now());
    Request former = latest.put(key, request);
    if (former != null && isUnderWay(former)) {
      world.wrong.add("two requests for one key: " + key);
    }
    if (latest.values().stream().filter(this::isUnderWay).count()
        > world.options.permits().most()) {
      world.wrong.add("more requests than permits: " + latest.values());
    }
    return request;
  }

  private boolean isUnderWay(Request request) {
    return !request.answered
        && now() - request.sentNanos < world.options.permits().timeout().toNanos();
  }

  /** A request and its answer take their time; one of them may be lost, or take long. */
  private <T extends @Nullable Object> void request(
      String key, Supplier<T> applied, long attempt, Consumer<T> answer) {
    Request request = sent(key);
    int fault = world.calm ? 100 : random.nextInt(100);
    Duration there = fault < 6 ? Duration.ofMillis(random.nextInt(6_000)) : delay();
    Duration back = fault >= 6 && fault < 10 ? Duration.ofMillis(random.nextInt(3_000)) : delay();
    if (fault >= 10 && fault < 14) {
      return;
    }
    world.simulation.after(
        there,
        () -> {
          if (fault >= 14 && fault < 20) {
            later(back, request, () -> core.failed(attempt, failure(fault), now()));
            return;
          }
          T result = applied.get();
          if (fault < 20 || fault >= 24) {
            later(back, request, () -> answer.accept(result));
          }
        });
  }

  private static Exception failure(int fault) {
    return fault == 14
        ? new StateRefusedException("too large")
        : new TimeoutException("overloaded");
  }

  private void later(Duration back, Request request, Runnable answer) {
    world.simulation.after(back, () -> node.schedule(Duration.ZERO, () -> arrive(request, answer)));
  }

  private void arrive(Request request, Runnable answer) {
    boolean late = latest.get(request.key) != request;
    long ignored = core.status().counters().lateAnswers();
    request.answered = true;
    answer.run();
    if (late && core.status().counters().lateAnswers() == ignored) {
      world.wrong.add("late answer was taken: " + request.key);
    }
    goOn();
  }

  @Override
  public void emit(String key, long first, long position, List<Edit> output) {
    if (position <= emitted.getOrDefault(key, 0L)
        || output.get(output.size() - 1).position() != position) {
      world.wrong.add("output out of order: " + output);
    }
    emitted.put(key, position);
    unflushed.add(output);
  }

  /** Stored by the owner only; asked again until there is an answer. */
  @Override
  public void deadLetter(FailedEvent<String, List<Edit>> letter, long id) {
    node.schedule(
        delay().multipliedBy(10),
        () -> {
          if (!world.calm && random.nextInt(4) == 0) {
            deadLetter(letter, id);
          } else if (epoch == world.epoch) {
            world.letters.put(letter.position(), letter);
            node.schedule(
                delay(),
                () -> {
                  core.deadLetterStored(id, now());
                  goOn();
                });
          }
        });
  }

  @Override
  public void stopped(String why) {
    world.wrong.add("stopped: " + why);
  }
}
