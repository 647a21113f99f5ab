package io.messina.stream.append;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.api.SourceBatch;
import io.messina.runtime.Micros;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.ShardRig.Owner;
import io.messina.stream.log.EventRun;
import io.messina.stream.log.LaneLimits;
import io.messina.stream.log.LogItem.StoredBatch;
import io.messina.stream.owner.AppendedSpan;
import io.messina.stream.owner.NotOwnerException;
import io.messina.testkit.Faults;
import io.messina.testkit.Seeds;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class AppendHistoriesTest {

  @Test
  void what_is_sent_until_it_is_answered_is_there_once_whatever_becomes_of_owners() {
    AtomicInteger promised = new AtomicInteger();
    AtomicInteger undeleted = new AtomicInteger();
    AtomicInteger histories = new AtomicInteger();
    AtomicLong givenBack = new AtomicLong();
    Seeds.forEach(
        12,
        seed -> {
          AppendHistory.Outcome outcome = AppendHistory.run(seed);
          assertThat(outcome.wrong()).isEmpty();
          promised.addAndGet(outcome.promised());
          undeleted.addAndGet(outcome.undeleted());
          histories.incrementAndGet();
          givenBack.addAndGet(outcome.givenBack());
        });
    // Else the histories would prove nothing.
    assertThat(promised.get()).isGreaterThan(histories.get() * 50);
    assertThat(undeleted.get()).isGreaterThanOrEqualTo(histories.get() / 10);
    assertThat(givenBack.get()).isGreaterThan(histories.get() * 10_000L);
  }

  /**
   * One shard whose owners crash at any time, on a store with every fault, while clients append
   * with keys, with numbers and with delays, and send again until they have an answer.
   */
  static final class AppendHistory {

    private static final int OWNERS = 6;
    private static final Duration REIGN_MAX = Duration.ofSeconds(20);
    private static final Duration GAP_MAX = Duration.ofMinutes(40);

    /** Longer than memory holds keys. */
    private static final Duration STUCK = Duration.ofMinutes(12);

    private static final int STUCK_PACE = 20;

    private final AppendRig rig;
    private final RandomGenerator random;

    /** Where each payload stands that was acknowledged with a place. */
    private final Map<String, Position> acknowledged = new TreeMap<>();

    private final Set<String> promised = new TreeSet<>();
    private final Set<String> cancelled = new TreeSet<>();
    private final List<List<Event>> answered = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
    private final boolean isLong;
    private AtomicBoolean stuck = new AtomicBoolean();
    private int undeleted;
    private long givenBack;
    private boolean ending;

    private AppendHistory(AppendRig rig) {
      this.rig = rig;
      this.random = rig.simulation.random("history");
      this.isLong =
          rig.stream.options().deduplicate().compareTo(IdempotencyWindow.LENGTH_DEFAULT) > 0;
    }

    /**
     * What went wrong, how much was promised, how many delayed events were appended whose rows
     * stood when their owner crashed long after, and how much memory caches gave back.
     */
    record Outcome(List<String> wrong, int promised, int undeleted, long givenBack) {}

    static Outcome run(long seed) {
      Duration deduplicate =
          switch ((int) (seed % 3)) {
            case 0 -> Duration.ofDays(1);
            case 1 -> Duration.ofMinutes(10);
            default -> Duration.ofDays(2);
          };
      try (AppendRig rig = new AppendRig(seed, deduplicate)) {
        return new AppendHistory(rig).run();
      }
    }

    private Outcome run() {
      rig.limits = new LaneLimits(Duration.ofSeconds(5), 2_000, 1 << 16);
      rig.stores.faults(Faults.ROUGH);
      stuck = rig.breaking(call -> call.writes(Schedule.TABLE));
      int stuckReign = random.nextInt(4 * OWNERS);
      SimulatedNode clients = rig.simulation.node("clients");
      for (int i = 0; i < 3; i++) {
        String name = "c" + i;
        clients.spawn("keyed", () -> appendKeyed(clients, name));
        clients.spawn("numbered", () -> appendNumbered(clients, name));
        clients.spawn("delayed", () -> schedule(clients, name));
      }
      clients.spawn("others", () -> squeeze(clients));
      for (int i = 0; i < OWNERS; i++) {
        rig.start();
        rig.simulation.runFor(Duration.ofMillis(random.nextLong(REIGN_MAX.toMillis())));
        if (i == stuckReign) {
          beStuck();
        }
        rig.crash();
        long gap = 1L << random.nextInt(1, 22);
        rig.simulation.runFor(Duration.ofMillis(Math.min(gap, GAP_MAX.toMillis())));
      }
      rig.stores.faults(Faults.NONE);
      rig.start();
      rig.simulation.runFor(Duration.ofSeconds(30));
      ending = true;
      // Behind the last due time and the longest gap.
      rig.simulation.runFor(Duration.ofHours(1));
      clients.spawn("again", this::sendAllAgain);
      rig.simulation.runFor(Duration.ofHours(1));
      check();
      return new Outcome(wrong, promised.size(), undeleted, givenBack);
    }

    /** Nothing can be deleted from the schedule, while the log goes on. */
    private void beStuck() {
      stuck.set(true);
      rig.simulation.runFor(STUCK);
      stuck.set(false);
      long lately =
          Micros.of(rig.simulation.clock().instant().minus(IdempotencyWindow.LENGTH_DEFAULT));
      for (StoredBatch batch : rig.log()) {
        if (batch.batch().firstAppendMicros() < lately) {
          batch.batch().events().forEach(this::countUndeleted);
        }
      }
    }

    private void countUndeleted(Event event) {
      event
          .idempotencyKey()
          .filter(key -> key.startsWith(InternalKeys.DELAYED_PREFIX))
          .map(key -> key.substring(InternalKeys.DELAYED_PREFIX.length()))
          .flatMap(
              id ->
                  rig.stores
                      .direct()
                      .get(Schedule.key(AppendRig.SHARD, DelayedAddress.parse(id).due(), id)))
          .ifPresent(_ -> undeleted++);
    }

    /** Long after their windows in memory: rows and numbers must tell. */
    private void sendAllAgain() {
      Owner owner = rig.owner();
      owner
          .node()
          .spawn(
              "again",
              () ->
                  answered.forEach(
                      events -> {
                        for (AppendedSpan span :
                            owner.appender().append(EventRun.of(events)).join()) {
                          if (!span.duplicate()) {
                            wrong.add("forgotten: " + events.getFirst());
                          }
                        }
                      }));
    }

    private void check() {
      Map<String, Integer> counts = new TreeMap<>();
      Map<String, Position> places = new TreeMap<>();
      for (StoredBatch batch : rig.log()) {
        for (int i = 0; i < batch.batch().events().size(); i++) {
          Event event = batch.batch().events().get(i);
          String payload = event.payload().toUtf8();
          counts.merge(payload, 1, Integer::sum);
          places.putIfAbsent(payload, batch.position(i));
        }
      }
      counts.forEach(
          (payload, count) -> {
            if (count != 1) {
              wrong.add(payload + " stands there " + count + " times");
            }
          });
      promised.stream()
          .filter(payload -> !counts.containsKey(payload) && !cancelled.contains(payload))
          .forEach(payload -> wrong.add("lost: " + payload));
      cancelled.stream()
          .filter(counts::containsKey)
          .forEach(payload -> wrong.add("cancelled: " + payload));
      acknowledged.forEach(
          (payload, place) -> {
            if (!place.equals(places.get(payload))) {
              wrong.add(payload + " is not at " + place + " but " + places.get(payload));
            }
          });
    }

    /** Now and then other shards need the memory. */
    private void squeeze(SimulatedNode node) {
      while (!ending) {
        pause(node, 1_000);
        Optional<Owner> owner = rig.owner;
        owner.ifPresent(each -> each.node().spawn("others", () -> givenBack += each.squeeze()));
      }
    }

    private void appendKeyed(SimulatedNode node, String client) {
      for (int i = 0; !ending; i++) {
        List<Event> events = new ArrayList<>();
        int count = 1 + node.random().nextInt(4);
        for (int j = 0; j < count; j++) {
          String key = client + " key " + i + "." + j;
          events.add(Event.builder(Bytes.utf8(key)).idempotencyKey(key).build());
        }
        // At times a second client sends the same at the same time.
        if (node.random().nextInt(4) == 0) {
          node.spawn("twin", () -> send(node, events));
        }
        send(node, events);
        pause(node, 400);
      }
    }

    /** Several batches of a source are under way, and overtake each other. */
    private void appendNumbered(SimulatedNode node, String client) {
      NavigableSet<Integer> underWay = new TreeSet<>();
      for (int i = 0; !ending; i++) {
        while (!ending && !underWay.isEmpty() && underWay.first() <= i - SourceMark.WINDOW) {
          pause(node, 400);
        }
        underWay.add(i);
        int number = i;
        // Five fit a row.
        boolean large = node.random().nextInt(8) == 0;
        List<Event> events =
            IntStream.range(0, (large ? 10 : 1) + node.random().nextInt(4))
                .mapToObj(
                    j ->
                        Event.builder(Bytes.utf8(client + " number " + number + "." + j))
                            .sourceBatch(new SourceBatch(client, number))
                            .header("pad", "x".repeat(large ? 16_000 : 0))
                            .build())
                .toList();
        if (node.random().nextInt(4) == 0) {
          node.spawn("twin", () -> send(node, events));
        }
        node.spawn(
            "batch",
            () -> {
              pause(node, 2_000);
              send(node, events);
              underWay.remove(number);
            });
        pause(node, 400);
      }
    }

    /** Sends until there is an answer. */
    private void send(SimulatedNode node, List<Event> events) {
      while (!ending) {
        Optional<Owner> owner = rig.owner;
        if (owner.isEmpty()) {
          pause(node, 3_000);
          continue;
        }
        List<AppendedSpan> spans =
            ask(node, owner.get(), appender -> appender.append(EventRun.of(events)));
        if (spans != null) {
          if (isLong || events.getFirst().sourceBatch().isPresent()) {
            answered.add(events);
          }
          note(events, spans);
          return;
        }
      }
    }

    private void note(List<Event> events, List<AppendedSpan> spans) {
      int next = 0;
      for (AppendedSpan span : spans) {
        for (int i = 0; i < span.count(); i++) {
          String payload = events.get(next++).payload().toUtf8();
          promised.add(payload);
          if (span.first().isPresent()) {
            Position first = span.first().get().position();
            Position place = new Position(first.epoch(), first.sequence() + i);
            Position before = acknowledged.putIfAbsent(payload, place);
            if (before != null && !before.equals(place)) {
              wrong.add(payload + " was given " + before + " and " + place);
            }
          }
        }
      }
    }

    private void schedule(SimulatedNode node, String client) {
      for (int i = 0; !ending; i++) {
        String name = client + " delayed " + i;
        boolean keyed = node.random().nextBoolean();
        Duration delay =
            Duration.ofMillis(node.random().nextLong(1L << node.random().nextInt(6, 21)));
        schedule(node, name, keyed, delay);
        pause(node, 2_000);
      }
    }

    private void schedule(SimulatedNode node, String name, boolean keyed, Duration delay) {
      Instant first = node.clock().instant().plus(delay);
      boolean anew = isLong && node.random().nextBoolean();
      for (int attempt = 0; !ending; attempt++) {
        Optional<Owner> owner = rig.owner;
        if (owner.isEmpty()) {
          pause(node, 3_000);
          continue;
        }
        // Without a key each attempt is an event of its own.
        String payload = keyed ? name : name + " attempt " + attempt;
        Event event =
            keyed
                ? Event.builder(Bytes.utf8(payload)).idempotencyKey(name).build()
                : Event.of(Bytes.utf8(payload));
        // Some producers name the same time again, others count the delay anew.
        Instant due = anew ? node.clock().instant().plus(delay) : first;
        DelayedAddress id =
            ask(node, owner.get(), appender -> completedFuture(appender.schedule(event, due)));
        if (id != null) {
          promised.add(payload);
          if (node.random().nextInt(4) == 0) {
            pause(node, 1L + node.random().nextInt(2_000));
            cancel(node, payload, id);
          }
          return;
        }
      }
    }

    private void cancel(SimulatedNode node, String payload, DelayedAddress id) {
      Optional<Owner> owner = rig.owner;
      if (owner.isPresent()) {
        Boolean done =
            ask(node, owner.get(), appender -> completedFuture(appender.cancel(id, false)));
        if (done == null) {
          // It may be gone or not.
          promised.remove(payload);
        } else if (done) {
          cancelled.add(payload);
        }
      }
    }

    /** The answer, or null if there was none, or one that tells to send again. */
    private <T> @Nullable T ask(
        SimulatedNode node, Owner owner, Function<ShardAppender, CompletableFuture<T>> question) {
      CompletableFuture<T> answer = new CompletableFuture<>();
      owner
          .node()
          .spawn(
              "request",
              () -> {
                try {
                  var _ =
                      question
                          .apply(owner.appender())
                          .handle(
                              (value, failure) ->
                                  failure == null
                                      ? answer.complete(value)
                                      : answer.completeExceptionally(failure));
                } catch (NotOwnerException | RequestException e) {
                  answer.completeExceptionally(e);
                }
              });
      while (!answer.isDone() && !owner.node().isCrashed()) {
        pause(node, 50);
      }
      if (answer.isCompletedExceptionally()
          && answer.exceptionNow() instanceof RequestException.Refused refused) {
        wrong.add("refused: " + refused.getMessage());
      }
      return answer.isDone() && !answer.isCompletedExceptionally() ? answer.join() : null;
    }

    private void pause(SimulatedNode node, long millisMax) {
      long millis = 1 + node.random().nextLong(millisMax);
      node.pause(Duration.ofMillis(stuck.get() ? millis * STUCK_PACE : millis));
    }
  }
}
