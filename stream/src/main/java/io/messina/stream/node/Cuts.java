package io.messina.stream.node;

import io.messina.api.Position;
import io.messina.store.Bytes;
import io.messina.stream.owner.SavedPosition;
import io.messina.stream.owner.SavedState;
import io.messina.stream.owner.Section;
import io.messina.stream.owner.StateChanges;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The cuts of a shard's former lanes. In the fenced state each lane with events has a row, named by
 * its epoch. The row "through" contains the epoch up to which all lanes are cut, and the largest
 * append time of them all, so that this outlives the rows of forgotten lanes; the row "forgotten"
 * contains where the last of these ended.
 *
 * @param through lanes up to this epoch are cut, or were never written to
 * @param floorMicros the least append time of later lanes
 * @param forgottenTo behind the last event of the lanes that were left out, as all of their events
 *     have expired
 * @param lanes by epoch
 */
record Cuts(
    int through, long floorMicros, Position forgottenTo, NavigableMap<Integer, LaneCut> lanes) {

  private static final String THROUGH = "through";
  private static final String FORGOTTEN = "forgotten";

  Cuts {
    lanes = Collections.unmodifiableNavigableMap(new TreeMap<>(lanes));
  }

  static Cuts of(SavedState saved) {
    NavigableMap<Integer, LaneCut> lanes = new TreeMap<>();
    LaneCut through = new LaneCut(0, 0);
    Position forgottenTo = Position.START;
    for (Map.Entry<String, Bytes> row : saved.section(Section.CUTS).entrySet()) {
      switch (row.getKey()) {
        case THROUGH -> through = LaneCut.decode(row.getValue());
        case FORGOTTEN -> forgottenTo = SavedPosition.decode(row.getValue());
        default -> lanes.put(Integer.parseInt(row.getKey()), LaneCut.decode(row.getValue()));
      }
    }
    return new Cuts(Math.toIntExact(through.cut()), through.nextAppendMicros(), forgottenTo, lanes);
  }

  /** A copy with the ends of all lanes up to an epoch. */
  Cuts extended(int newThrough, Map<Integer, LaneCut> ends) {
    NavigableMap<Integer, LaneCut> all = new TreeMap<>(lanes);
    long floor = floorMicros;
    for (Map.Entry<Integer, LaneCut> end : ends.entrySet()) {
      floor = Math.max(floor, end.getValue().nextAppendMicros());
      if (end.getValue().cut() > 0) {
        all.put(end.getKey(), end.getValue());
      }
    }
    return new Cuts(newThrough, floor, forgottenTo, all);
  }

  /**
   * The lanes that ended longer ago than events are kept: before now, and before the newest append
   * as well, so that a clock that is far ahead forgets nothing by itself.
   */
  List<Integer> over(Duration kept, long nowMicros) {
    long oldestMicros = Math.min(nowMicros, floorMicros) - kept.toNanos() / 1_000;
    return lanes.entrySet().stream()
        .filter(lane -> lane.getValue().nextAppendMicros() < oldestMicros)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** A copy without some lanes. */
  Cuts without(Iterable<Integer> epochs) {
    NavigableMap<Integer, LaneCut> left = new TreeMap<>(lanes);
    Position forgotten = forgottenTo;
    for (int epoch : epochs) {
      LaneCut cut = left.remove(epoch);
      if (cut != null) {
        Position end = new Position(epoch, cut.cut());
        forgotten = end.compareTo(forgotten) > 0 ? end : forgotten;
      }
    }
    return new Cuts(through, floorMicros, forgotten, left);
  }

  /** Adds the changes since other cuts were written. */
  void write(Cuts written, StateChanges changes) {
    changes.put(Section.CUTS, THROUGH, new LaneCut(through, floorMicros).encode());
    if (!forgottenTo.equals(written.forgottenTo)) {
      changes.put(Section.CUTS, FORGOTTEN, SavedPosition.encode(forgottenTo));
    }
    lanes.forEach(
        (epoch, cut) -> {
          if (!cut.equals(written.lanes.get(epoch))) {
            changes.put(Section.CUTS, name(epoch), cut.encode());
          }
        });
    written.lanes.keySet().stream()
        .filter(epoch -> !lanes.containsKey(epoch))
        .forEach(epoch -> changes.delete(Section.CUTS, name(epoch)));
  }

  /** Where each lane ends. */
  NavigableMap<Integer, Long> ends() {
    NavigableMap<Integer, Long> ends = new TreeMap<>();
    lanes.forEach((epoch, cut) -> ends.put(epoch, cut.cut()));
    return ends;
  }

  /** The lanes whose last row could not be read when they were cut. */
  Set<Integer> damaged() {
    return lanes.entrySet().stream()
        .filter(lane -> lane.getValue().damaged())
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static String name(int epoch) {
    return "%07d".formatted(epoch);
  }
}
