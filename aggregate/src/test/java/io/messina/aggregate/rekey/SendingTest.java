package io.messina.aggregate.rekey;

import static io.messina.testkit.mistake.Mistake.instead;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.aggregate.Origin;
import io.messina.aggregate.WindowOptions;
import io.messina.aggregate.state.Gaps;
import io.messina.aggregate.state.SourceTime;
import io.messina.aggregate.window.Windows;
import io.messina.api.Position;
import io.messina.api.StreamName;
import io.messina.runtime.Context;
import io.messina.runtime.NodeTime;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamId;
import io.messina.stream.follow.FollowTrouble;
import io.messina.stream.log.ShardPlacement;
import io.messina.stream.owner.Commit;
import io.messina.testkit.Seeds;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.mistake.Mistake;
import io.messina.testkit.mistake.MistakenClasses;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Members of a shard, sent by owners of which each ends at any step. */
class SendingTest {

  private static final ShardId SHARD = new ShardId(new StreamId(new StreamName("edits"), 1), 2);
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration AHEAD = Duration.ofHours(1);
  private static final WindowOptions OPTIONS =
      new WindowOptions(
          Windows.tumbling(Duration.ofMinutes(10)), Duration.ZERO, Duration.ofDays(1), AHEAD);
  private static final Commit NOTHING = new Commit(Position.START, OptionalInt.of(0), "");

  @AutoClose private final Simulation simulation = new Simulation(1);
  private final ManualTime time = new ManualTime();
  private final Context context =
      new Context(
          new SimulatedStore(simulation).at(simulation.node("one")),
          time,
          new Random(1),
          Thread.ofVirtual().factory());
  private final TreeSet<Long> unfit = new TreeSet<>();
  private MembersTaken taken = new MembersTaken();

  private static final class ManualTime implements NodeTime {

    private long nanos;

    @Override
    public InstantSource wall() {
      return () -> BEGIN.plusNanos(nanos);
    }

    @Override
    public long nanoTime() {
      return nanos;
    }

    @Override
    public void sleep(Duration duration) {
      nanos += duration.toNanos();
    }

    @Override
    public Cancellation schedule(Duration delay, Runnable task) {
      throw new IllegalStateException("nobody waits here");
    }
  }

  @Test
  void each_member_is_sent_once_whatever_step_a_crash_comes_at() {
    AtomicInteger repeats = new AtomicInteger();
    Seeds.forEach(
        400,
        seed -> {
          crash(seed);
          repeats.addAndGet(taken.repeats());
        });
    assertThat(repeats).as("batches that were sent again").hasValueGreaterThan(100);
  }

  @Test
  void moving_the_group_changes_nothing() {
    Seeds.forEach(
        100,
        seed -> {
          SplittableRandom random = new SplittableRandom(seed);
          taken = new MembersTaken();
          unfit.clear();
          List<StoredEvent> log = log(random, 60);
          CrashingGroup group = lasting(log, List.of(), NOTHING);
          Sending sending = new Sending(site(this::takeAll), SHARD, group);
          long end = log.getLast().id().position().packed() + 1;
          while (sending.note().next() < end) {
            sending.handle(sending.read(Duration.ZERO));
            if (random.nextInt(3) == 0) {
              group.moveTo(random.nextBoolean() ? Position.START : new Position(99, 9));
            }
          }
          check(log, sending.note());
          sending.handle(sending.read(Duration.ZERO));
          assertThat(group.committed().note()).isEqualTo(sending.note().toString());
        });
  }

  private static CrashingGroup lasting(
      List<StoredEvent> log, List<Position> gaps, Commit committed) {
    return new CrashingGroup(
        new SplittableRandom(2), SHARD, log, gaps, committed, Integer.MAX_VALUE);
  }

  private void takeAll(List<Event> events) {
    taken.take(events, new SplittableRandom(1), true);
  }

  private void crash(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    taken = new MembersTaken();
    unfit.clear();
    List<StoredEvent> log = log(random, 120);
    check(log, sendAll(random, log));
  }

  /** What is wrong with a history. */
  static List<String> wrong(long seed) {
    SendingTest test = new SendingTest();
    try (var _ = test.simulation) {
      test.crash(seed);
      return List.of();
    } catch (AssertionError e) {
      return List.of(String.valueOf(e.getMessage()));
    }
  }

  enum PlantedBug {
    A_BATCH_IS_SENT_BEFORE_ITS_END_IS_DURABLE(
        "unexpected", instead(Sending.class.getName(), "publish", code -> code.return_())),
    A_BATCH_IS_CUT_ANEW_AFTER_A_CRASH(
        "that is sent again",
        instead(SendNote.class.getName(), "isBegun", code -> code.iconst_0().ireturn()));

    private final String shownBy;
    private final Mistake mistake;

    PlantedBug(String shownBy, Mistake mistake) {
      this.shownBy = shownBy;
      this.mistake = mistake;
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_planted_bug_is_found_by_its_check(PlantedBug bug) {
    MistakenClasses classes = new MistakenClasses(bug.mistake, "io.messina.aggregate.");
    LongStream seeds = LongStream.rangeClosed(1, 30);
    assertThat(classes.isFound(getClass(), "wrong", seeds, words -> words.contains(bug.shownBy)))
        .isTrue();
  }

  /** One owner after another, and what a former one sends late. */
  private SendNote sendAll(SplittableRandom random, List<StoredEvent> log) {
    Commit left = NOTHING;
    List<List<Event>> late = new ArrayList<>();
    long end = log.getLast().id().position().packed() + 1;
    while (true) {
      CrashingGroup group =
          new CrashingGroup(random.split(), SHARD, log, List.of(), left, random.nextInt(1, 60));
      try {
        Sending sending = new Sending(site(target(random, group, late)), SHARD, group);
        while (sending.note().next() < end) {
          sending.handle(sending.read(Duration.ZERO));
          time.nanos += random.nextLong(Duration.ofSeconds(4).toNanos());
        }
        return sending.note();
      } catch (CrashingGroup.Crash e) {
        left = group.left();
      }
      if (!late.isEmpty() && random.nextBoolean()) {
        taken.take(late.removeFirst(), random, true);
      }
    }
  }

  private Consumer<List<Event>> target(
      SplittableRandom random, CrashingGroup group, List<List<Event>> late) {
    return events -> {
      try {
        group.step();
        boolean dies = random.nextInt(8) == 0;
        taken.take(events, random, !dies);
        while (dies) {
          group.step();
        }
      } catch (CrashingGroup.Crash e) {
        if (events.getFirst().sourceBatch().isPresent()) {
          late.add(events);
        }
        throw e;
      }
    };
  }

  private SenderSite site(Consumer<List<Event>> target) {
    RekeyJob job =
        new RekeyJob(
            "aggregate/users~1",
            event -> Bytes.utf8(text(event).substring(0, 1)),
            SendingTest::member,
            OPTIONS,
            events -> events.forEach(event -> unfit.add(event.id().position().packed())));
    return new SenderSite(
        context,
        job,
        target,
        MarkKeys.of(new ShardPlacement(MembersTaken.SHARDS)),
        new FollowTrouble("a test"));
  }

  /** Some events have none, and for others something is thrown. */
  private static @Nullable Bytes member(StoredEvent event) {
    if (text(event).endsWith("-")) {
      if (event.id().position().packed() % 2 == 0) {
        throw new StackOverflowError();
      }
      return null;
    }
    return Bytes.utf8(text(event).substring(1));
  }

  private static String text(StoredEvent event) {
    return event.event().payload().toUtf8();
  }

  private static List<StoredEvent> log(SplittableRandom random, int events) {
    List<StoredEvent> log = new ArrayList<>();
    Position position = new Position(1, 0);
    for (int i = 0; i < events; i++) {
      position = random.nextInt(10) == 0 ? new Position(position.epoch() + 1, 0) : position.next();
      Instant appended = BEGIN.plusSeconds(i);
      boolean ahead = random.nextInt(12) == 0;
      String member = random.nextInt(9) == 0 ? "-" : "m" + random.nextInt(20);
      log.add(
          new StoredEvent(
              new EventAddress(1, SHARD.number(), 0, position),
              Event.builder(Bytes.utf8("abc".charAt(random.nextInt(3)) + member))
                  .time(
                      ahead
                          ? appended.plus(AHEAD).plusMillis(1)
                          : appended.minusSeconds(random.nextInt(100)))
                  .build(),
              appended));
    }
    return log;
  }

  private void check(List<StoredEvent> log, SendNote end) {
    List<StoredEvent> ahead =
        log.stream().filter(e -> e.event().time().orElseThrow().isAfter(e.appendTime())).toList();
    List<StoredEvent> fit =
        log.stream().filter(e -> !ahead.contains(e) && !text(e).endsWith("-")).toList();
    assertThat(
            taken.all().stream()
                .filter(event -> MembersTaken.origin(event) instanceof Origin.Sent)
                .map(event -> next(MembersTaken.origin(event)) - 1 + " " + member(event)))
        .containsExactlyInAnyOrderElementsOf(
            fit.stream().map(e -> e.id().position().packed() + " " + text(e)).toList());
    assertThat(end.ahead()).isEqualTo(ahead.size());
    assertThat(unfit)
        .containsExactlyElementsOf(
            log.stream()
                .filter(e -> !ahead.contains(e) && text(e).endsWith("-"))
                .map(e -> e.id().position().packed())
                .toList());
    assertThat(end.skipped()).isEqualTo(unfit.size());
    for (int shard = 0; shard < MembersTaken.SHARDS; shard++) {
      checkOrder(taken.origins(shard));
    }
  }

  private static String member(Event event) {
    StoredEvent stored =
        new StoredEvent(new EventAddress(1, 0, 0, Position.START), event, Instant.EPOCH);
    return MemberEvents.group(stored).toUtf8() + MemberEvents.member(stored).toUtf8();
  }

  private static long next(Origin origin) {
    return switch (origin) {
      case Origin.Sent sent -> sent.reached().next();
      case Origin.Mark mark -> mark.reached().next();
      case Origin.Own _, Origin.Lost _ -> 0;
    };
  }

  /** No member comes behind the word that it was sent. */
  private static void checkOrder(List<Origin> origins) {
    long reached = 0;
    for (Origin origin : origins) {
      if (origin instanceof Origin.Sent) {
        assertThat(next(origin)).isGreaterThan(reached);
      }
      reached = Math.max(reached, next(origin));
    }
  }

  @Test
  void all_shards_hear_how_far_this_one_has_come_and_when_it_rests() {
    List<StoredEvent> log = log(new SplittableRandom(1), 30);
    CrashingGroup group = lasting(log, List.of(), NOTHING);
    Sending sending = new Sending(site(this::takeAll), SHARD, group);
    for (int i = 0; i < 40; i++) {
      sending.handle(sending.read(Duration.ZERO));
    }
    time.sleep(Sending.WORD);
    sending.handle(sending.read(Duration.ZERO));
    SourceTime all = new SourceTime(sending.note().next(), sending.note().watermarkMillis(), false);
    assertHeardLast(new Origin.Mark(SHARD.number(), all));
    time.sleep(Sending.QUIET);
    sending.handle(sending.read(Duration.ZERO));
    assertHeardLast(
        new Origin.Mark(SHARD.number(), new SourceTime(all.next(), all.watermarkMillis(), true)));
    int words = taken.all().size();
    time.sleep(Sending.QUIET);
    sending.handle(sending.read(Duration.ZERO));
    assertThat(taken.all()).hasSize(words);
  }

  @Test
  void a_shard_without_events_rests_after_a_minute_and_not_at_once() {
    Sending sending =
        new Sending(site(this::takeAll), SHARD, lasting(List.of(), List.of(), NOTHING));
    sending.handle(sending.read(Duration.ZERO));
    time.sleep(Sending.WORD);
    sending.handle(sending.read(Duration.ZERO));
    SourceTime nothing = new SourceTime(sending.note().next(), Long.MIN_VALUE, false);
    assertHeardLast(new Origin.Mark(SHARD.number(), nothing));
    time.sleep(Sending.QUIET);
    sending.handle(sending.read(Duration.ZERO));
    assertHeardLast(
        new Origin.Mark(SHARD.number(), new SourceTime(nothing.next(), Long.MIN_VALUE, true)));
  }

  private void assertHeardLast(Origin word) {
    for (int shard = 0; shard < MembersTaken.SHARDS; shard++) {
      assertThat(taken.origins(shard).getLast()).isEqualTo(word);
    }
  }

  @Test
  void what_was_dropped_before_it_was_sent_is_told_with_the_windows_that_may_lack_it() {
    List<StoredEvent> log = log(new SplittableRandom(1), 30);
    Position gap = log.get(10).id().position();
    CrashingGroup group = lasting(log.subList(10, 30), List.of(gap), NOTHING);
    Sending sending = new Sending(site(this::takeAll), SHARD, group);
    sending.handle(sending.read(Duration.ZERO));
    assertThat(sending.note().gaps()).isEqualTo(1);
    long to = log.get(10).appendTime().plus(AHEAD).toEpochMilli() + 1;
    for (int shard = 0; shard < MembersTaken.SHARDS; shard++) {
      assertThat(taken.origins(shard))
          .startsWith(new Origin.Lost(new Gaps.Span(Long.MIN_VALUE, to)));
    }
  }

  @Test
  void a_batch_of_which_a_part_has_expired_is_sent_without_its_number() {
    List<StoredEvent> log = log(new SplittableRandom(1), 30);
    SendNote begun = SendNote.NONE.begun(log.get(19).id().position().packed() + 1);
    CrashingGroup group =
        lasting(
            log.subList(10, 30),
            List.of(log.get(10).id().position()),
            new Commit(Position.START, OptionalInt.of(0), begun.toString()));
    Sending sending = new Sending(site(this::takeAll), SHARD, group);
    sending.handle(sending.read(Duration.ZERO));
    assertThat(sending.note().next()).isEqualTo(begun.end());
    assertThat(taken.all()).isNotEmpty().allMatch(event -> event.sourceBatch().isEmpty());
  }

  @Test
  void a_note_is_read_as_it_was_written() {
    SendNote note = new SendNote(1, 2, Long.MIN_VALUE, 4, 5, 6);
    assertThat(SendNote.parse(note.toString())).isEqualTo(note);
    assertThat(SendNote.parse("")).isEqualTo(SendNote.NONE);
  }
}
