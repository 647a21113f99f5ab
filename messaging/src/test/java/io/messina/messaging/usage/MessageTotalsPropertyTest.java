package io.messina.messaging.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.aggregate.GroupFilter;
import io.messina.aggregate.MergedRows;
import io.messina.aggregate.ShardAggregate;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateMemory;
import io.messina.api.Position;
import io.messina.api.Wire;
import io.messina.api.message.MessageEvent;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.testkit.Seeds;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random messages over more than a year, told in about the order of their times, some things twice,
 * in random pages, with crashes between pages; beside them a recount of all that was told.
 */
class MessageTotalsPropertyTest {

  private static final int SEEDS = 30;
  private static final int MESSAGES = 150;
  private static final Instant BEGIN = Instant.parse("2026-01-10T00:00:00Z");
  private static final Instant END = BEGIN.plus(Duration.ofDays(999));

  @TempDir private Path folder;

  /** What was told, when, and in which order. */
  private record OutcomeLog(MessageEvent event, Instant time, Instant order) {

    static OutcomeLog of(MessageEvent event, Instant time, SplittableRandom random) {
      return new OutcomeLog(event, time, time.plusSeconds(random.nextInt(300)));
    }
  }

  @Test
  void counts_are_those_of_a_recount_whatever_comes_in_which_order_and_how_often() {
    Seeds.forEach(SEEDS, seed -> play(seed, folder.resolve("" + seed)));
  }

  private static void play(long seed, Path folder) {
    SplittableRandom random = new SplittableRandom(seed);
    List<OutcomeLog> outcomes = outcomes(random);
    Recount recount = new Recount();
    outcomes.forEach(each -> recount.add(each.event(), each.time()));
    List<StoredEvent> events = new ArrayList<>();
    for (int i = 0; i < outcomes.size(); i++) {
      events.add(stored(i, outcomes.get(i)));
    }
    StateMemory memory = new StateMemory(1 + random.nextInt(4_000), 8 << 20);
    try {
      Map<Bytes, UsageCount> rows = rows(read(random, events, folder, memory));
      assertThat(usage(rows)).isEqualTo(recount.usage());
      assertThat(campaigns(rows)).isEqualTo(recount.campaigns());
    } finally {
      memory.close();
    }
  }

  /** In pages that overlap, with crashes in between. */
  private static ShardState read(
      SplittableRandom random, List<StoredEvent> events, Path folder, StateMemory memory) {
    ShardState state = new ShardState(folder, memory);
    ShardAggregate totals = aggregate(state);
    int read = 0;
    while (read < events.size()) {
      int from = Math.max(0, read - random.nextInt(30));
      int to = Math.min(events.size(), read + random.nextInt(60));
      totals.add(events.subList(from, to), Position.unpack(to));
      if (random.nextInt(4) == 0) {
        state.flush();
      }
      if (random.nextInt(6) == 0) {
        state.close(); // as a crash: what is not flushed is gone
        state = new ShardState(folder, memory);
        totals = aggregate(state);
      }
      read = (int) state.progress().next();
    }
    assertThat(state.progress().counters().added()).isEqualTo(events.size());
    return state;
  }

  private static ShardAggregate aggregate(ShardState state) {
    return new ShardAggregate(new MessageTotals(), MessageTotals.OPTIONS, state);
  }

  /** What is late is so by minutes, but some things are told again after weeks. */
  private static List<OutcomeLog> outcomes(SplittableRandom random) {
    List<OutcomeLog> outcomes = new ArrayList<>();
    for (int i = 0; i < MESSAGES; i++) {
      Instant accepted = BEGIN.plus(Duration.ofHours(random.nextInt(24 * 150)));
      for (MessageEvent event : History.of(random, "m" + i, accepted, Duration.ofDays(366))) {
        outcomes.add(OutcomeLog.of(event, event.at().plusSeconds(random.nextInt(100_000)), random));
        if (random.nextInt(10) == 0) {
          outcomes.add(
              OutcomeLog.of(event, event.at().plus(Duration.ofDays(random.nextInt(40))), random));
        }
      }
    }
    outcomes.sort(Comparator.comparing(OutcomeLog::order));
    return outcomes;
  }

  private static StoredEvent stored(int number, OutcomeLog outcomes) {
    Event event =
        Event.builder(Bytes.utf8(Wire.write(outcomes.event())))
            .key(Bytes.utf8(outcomes.event().message()))
            .time(outcomes.time())
            .build();
    EventAddress address = new EventAddress(1, 0, 0, Position.unpack(number));
    return new StoredEvent(address, event, outcomes.time());
  }

  private static Map<Bytes, UsageCount> rows(ShardState state) {
    MergedRows.Wanted wanted =
        new MergedRows.Wanted(0, END.toEpochMilli(), GroupFilter.ANY, Integer.MAX_VALUE);
    MessageTotals totals = new MessageTotals();
    Map<Bytes, UsageCount> rows = new TreeMap<>();
    state
        .read(view -> MergedRows.of(totals, MessageTotals.OPTIONS, List.of(view), wanted))
        .rows()
        .forEach(
            row ->
                rows.computeIfAbsent(row.group(), _ -> new UsageCount())
                    .add(UsageCount.read(row.part())));
    return rows;
  }

  private static Map<String, String> usage(Map<Bytes, UsageCount> rows) {
    Map<String, String> usage = new TreeMap<>();
    rows.forEach(
        (group, tally) -> {
          if (group.startsWith(UsageKey.PREFIX)) {
            UsageKey key = UsageKey.of(group);
            usage.put(
                "%s %s %s %s %s"
                    .formatted(
                        key.day(),
                        key.account(),
                        key.channel(),
                        key.connector(),
                        key.country().orElse("-")),
                tally.messages() + " of " + tally.parts());
          }
        });
    return usage;
  }

  private static Map<String, Long> campaigns(Map<Bytes, UsageCount> rows) {
    Map<String, Long> totals = new TreeMap<>();
    rows.forEach(
        (group, tally) -> {
          if (!group.startsWith(UsageKey.PREFIX) && tally.messages() != 0) {
            totals.put(group.toUtf8().substring(2).replace('\0', ' '), tally.messages());
          }
        });
    return totals;
  }
}
