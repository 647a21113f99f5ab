package io.messina.stream.append;

import io.messina.stream.SourceBatch;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which batches of each source a shard has: the highest number, and which of the {@link
 * SourceMark#WINDOW} below it. So a batch that another one overtook is not taken for a repeat. What
 * changed since it was last saved is written to the fenced state together with the position up to
 * which it holds; a new owner reads that and {@link #remember remembers} what the log has behind
 * the position. So an append itself costs no fenced write.
 *
 * <p>A batch counts as there with its last row only. Of one that an owner did not come to finish it
 * is known how many events there are, so that a repeat adds the rest.
 *
 * <p>For use by one thread at a time.
 */
final class Sources {

  /** How many sources a shard knows. */
  static final int SOURCES_MAX = 10_000;

  /** After how much silence a source is forgotten. */
  static final Duration SILENCE_MAX = Duration.ofDays(7);

  private static final long SILENCE_MICROS = SILENCE_MAX.toNanos() / 1_000;

  private final Map<String, SourceMark> marks = new HashMap<>();
  private final Map<String, Set<Long>> underWay = new HashMap<>();
  private final Set<String> changed = new HashSet<>();

  /**
   * Looks a batch up, and holds its number where it is new.
   *
   * @param batch source and number
   * @param nowMicros the time, in microseconds since 1970
   * @return what to do with it
   */
  BatchCheck see(SourceBatch batch, long nowMicros) {
    SourceMark mark = marks.get(batch.source());
    if (mark != null && !isSilent(mark, nowMicros)) {
      if (mark.has(batch.number())) {
        return BatchCheck.REPEAT;
      }
      if (mark.isBelowWindow(batch.number())) {
        return BatchCheck.UNCHECKED;
      }
    }
    if (mark == null && !underWay.containsKey(batch.source()) && !hasRoom(nowMicros)) {
      return BatchCheck.TOO_MANY_SOURCES;
    }
    boolean first =
        underWay.computeIfAbsent(batch.source(), any -> new HashSet<>()).add(batch.number());
    return first ? BatchCheck.NEW : BatchCheck.UNDER_WAY;
  }

  /**
   * Notes that a batch that was new is appended, and may be acknowledged.
   *
   * @param batch source and number
   * @param appendMicros when it was appended
   */
  void settle(SourceBatch batch, long appendMicros) {
    release(batch);
    remember(batch, 0, true, appendMicros);
  }

  /**
   * How much there is of a batch that a former owner did not finish.
   *
   * @param batch source and number
   * @return the number of its events that are there; 0 where it is finished or not there at all
   */
  int storedOf(SourceBatch batch) {
    SourceMark mark = marks.get(batch.source());
    return mark == null ? 0 : mark.storedOf(batch.number());
  }

  /**
   * Notes that a batch that was new was certainly not appended.
   *
   * @param batch source and number
   */
  void release(SourceBatch batch) {
    underWay.computeIfPresent(
        batch.source(),
        (any, numbers) -> {
          numbers.remove(batch.number());
          return numbers.isEmpty() ? null : numbers;
        });
  }

  /**
   * Takes a batch of the log into sources that are rebuilt, in the log's order. One that the fenced
   * state tells of already changes nothing, nor does one from before a silence.
   *
   * @param batch source and number
   * @param stored how many of its events are there with this row
   * @param whole whether they are all
   * @param appendMicros when the last of them was appended
   */
  void remember(SourceBatch batch, int stored, boolean whole, long appendMicros) {
    SourceMark before = marks.get(batch.source());
    if (before != null && appendMicros <= before.appendMicros() - SILENCE_MICROS) {
      return;
    }
    SourceMark known =
        before == null || isSilent(before, appendMicros)
            ? SourceMark.none(batch.number(), appendMicros)
            : before;
    SourceMark after =
        whole
            ? known.plus(batch.number(), appendMicros)
            : known.plusPart(batch.number(), stored, appendMicros);
    if (!after.equals(before)) {
      marks.put(batch.source(), after);
      changed.add(batch.source());
    }
  }

  /**
   * Takes over what stands in the fenced state.
   *
   * @param saved a mark per source
   */
  void restore(Map<String, SourceMark> saved) {
    marks.putAll(saved);
  }

  /**
   * Forgets what has been silent for too long, and hands out what the fenced state lacks. Where it
   * cannot be written, the shard is lost.
   *
   * @param nowMicros the time, in microseconds since 1970
   * @return by source: the mark to write, or empty where its row is to be deleted
   */
  Map<String, Optional<SourceMark>> takeChanges(long nowMicros) {
    forget(nowMicros);
    Map<String, Optional<SourceMark>> changes = new HashMap<>();
    changed.forEach(source -> changes.put(source, Optional.ofNullable(marks.get(source))));
    changed.clear();
    return changes;
  }

  /**
   * How many sources are known.
   *
   * @return at most {@link #SOURCES_MAX} beside what is rebuilt
   */
  int size() {
    return marks.size();
  }

  private boolean hasRoom(long nowMicros) {
    if (occupied() >= SOURCES_MAX) {
      forget(nowMicros);
    }
    return occupied() < SOURCES_MAX;
  }

  private long occupied() {
    return marks.size()
        + underWay.keySet().stream().filter(each -> !marks.containsKey(each)).count();
  }

  private void forget(long nowMicros) {
    Iterator<Map.Entry<String, SourceMark>> all = marks.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<String, SourceMark> each = all.next();
      if (isSilent(each.getValue(), nowMicros)) {
        changed.add(each.getKey());
        all.remove();
      }
    }
  }

  private static boolean isSilent(SourceMark mark, long nowMicros) {
    return mark.appendMicros() <= nowMicros - SILENCE_MICROS;
  }
}
