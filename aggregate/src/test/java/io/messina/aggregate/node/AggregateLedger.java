package io.messina.aggregate.node;

import io.messina.aggregate.window.Window;
import io.messina.aggregate.window.Windows;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.StoredEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What was acknowledged, and what an answer should say of it. */
final class AggregateLedger {

  static final Windows MINUTES = Windows.tumbling(Duration.ofMinutes(1));

  private final Map<String, List<String>> rows = new TreeMap<>();

  /** By machine and shard: what is on its disk for certain. */
  private final Map<String, Long> flushed = new HashMap<>();

  private final List<String> wentBack = new ArrayList<>();

  void acknowledged(Event event) {
    Window window = MINUTES.of(event.time().orElseThrow().toEpochMilli()).getFirst();
    rows.computeIfAbsent(row(window, event.key().orElseThrow()), any -> new ArrayList<>())
        .add(event.payload().toUtf8());
  }

  void flushed(String machine, int shard, long next) {
    flushed.put(machine + "/" + shard, next);
  }

  void diskLost(String machine) {
    flushed.keySet().removeIf(place -> place.startsWith(machine + "/"));
  }

  void added(String machine, StoredEvent event) {
    long position = event.id().position().packed();
    long least = flushed.getOrDefault(machine + "/" + event.id().shard(), 0L);
    if (position < least) {
      wentBack.add(
          "went back: %s reads %s again, and had flushed up to %d"
              .formatted(machine, event.id().position(), least));
    }
  }

  private static String row(Window window, Bytes key) {
    return window + " " + key.toUtf8();
  }

  /** What is wrong with an answer; incomplete rows may lack events, but have no others. */
  List<String> wrong(AggregateAnswer answer, boolean mayLack) {
    List<String> found = new ArrayList<>(wentBack);
    Map<String, AggregateAnswer.Row> there = new TreeMap<>();
    answer.rows().forEach(row -> there.put(row(row.window(), row.group()), row));
    there.forEach((name, row) -> compare(name, row, mayLack, found));
    if (!mayLack) {
      rows.keySet().stream()
          .filter(name -> !there.containsKey(name))
          .forEach(name -> found.add("lost: all of " + name));
    }
    return found;
  }

  private void compare(String name, AggregateAnswer.Row row, boolean mayLack, List<String> found) {
    List<String> counted = new ArrayList<>(List.of(row.part().toUtf8().split(" ")));
    List<String> due = new ArrayList<>(rows.getOrDefault(name, List.of()));
    Collections.sort(counted);
    Collections.sort(due);
    List<String> more = new ArrayList<>(counted);
    due.forEach(more::remove);
    List<String> less = new ArrayList<>(due);
    counted.forEach(less::remove);
    if (!more.isEmpty()) {
      found.add("doubled: " + more + " in " + name);
    }
    if (!less.isEmpty() && !row.incomplete()) {
      found.add((mayLack ? "not called incomplete: " : "lost: ") + less + " in " + name);
    }
    if (row.incomplete() && !mayLack) {
      found.add("incomplete without need: " + name);
    }
  }
}
