package io.messina.stream.append;

import io.messina.api.SourceBatch;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which batches of each source a shard has: the highest number, and which of the {@link
 * SourceMark#WINDOW} below it, so that a batch that another one overtook is not taken for a repeat.
 * Changes are written to the fenced state from time to time, together with the position up to which
 * they are complete. A new owner reads that state, and then {@link #remember remembers} the events
 * of the log after the position. So an append itself costs no fenced write.
 *
 * <p>A batch counts as stored only with its last row. If an owner did not finish a batch, it is
 * known how many of its events are stored, so that a repeat adds the rest.
 *
 * <p>For use by one thread at a time.
 */
final class Sources {

  /** How many sources a shard knows; one more takes the place of the one that is silent longest. */
  static final int SOURCES_MAX = 10_000;

  /** How long a source is known at least after its last batch, also where others want its place. */
  static final Duration SILENCE_MIN = Duration.ofHours(1);

  /** After how much silence a source is forgotten. */
  static final Duration SILENCE_MAX = Duration.ofDays(7);

  private static final long SILENCE_MICROS = SILENCE_MAX.toNanos() / 1_000;
  private static final long SILENCE_MIN_MICROS = SILENCE_MIN.toNanos() / 1_000;

  private final Map<String, SourceMark> marks = new HashMap<>();
  private final Map<SourceBatch, PendingAppend> underWay = new HashMap<>();
  private final Set<String> changed = new HashSet<>();

  /**
   * Looks up a batch, and holds its number if it is new.
   *
   * @param batch source and number
   * @param append that it belongs to
   * @param nowMicros the time, in microseconds since 1970
   * @return what to do with it
   */
  BatchCheck see(SourceBatch batch, PendingAppend append, long nowMicros) {
    SourceMark mark = marks.get(batch.source());
    if (mark != null && !isSilent(mark, nowMicros)) {
      if (mark.has(batch.number())) {
        return BatchCheck.REPEAT;
      }
      if (mark.isBelowWindow(batch.number())) {
        return BatchCheck.UNCHECKED;
      }
    }
    if (mark == null && !isUnderWay(batch.source()) && !hasRoom(nowMicros)) {
      return BatchCheck.TOO_MANY_SOURCES;
    }
    return underWay.putIfAbsent(batch, append) == null ? BatchCheck.NEW : BatchCheck.UNDER_WAY;
  }

  /** The append that holds a batch that is under way. */
  PendingAppend holder(SourceBatch batch) {
    return Objects.requireNonNull(underWay.get(batch), "a batch that nobody holds");
  }

  /**
   * A new batch is appended, and may be acknowledged.
   *
   * @param batch source and number
   * @param appendMicros when it was appended
   */
  void settle(SourceBatch batch, long appendMicros) {
    release(batch);
    remember(batch, 0, true, appendMicros);
  }

  /**
   * How many events of a batch a former owner stored without finishing it; 0 if it is finished or
   * unknown.
   */
  int storedOf(SourceBatch batch) {
    SourceMark mark = marks.get(batch.source());
    return mark == null ? 0 : mark.storedOf(batch.number());
  }

  /** A new batch was certainly not appended. */
  void release(SourceBatch batch) {
    underWay.remove(batch);
  }

  /**
   * Adds a batch of the log to sources that are rebuilt, in the log's order. A batch that the
   * fenced state already covers changes nothing, nor does one from before a silence.
   *
   * @param batch source and number
   * @param stored how many of its events are stored up to this row
   * @param whole whether these are all
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
    SourceMark after = known.plus(batch.number(), stored, whole, appendMicros);
    if (!after.equals(before)) {
      marks.put(batch.source(), after);
      changed.add(batch.source());
    }
  }

  /**
   * Takes over the fenced state.
   *
   * @param saved a mark per source
   */
  void restore(Map<String, SourceMark> saved) {
    marks.putAll(saved);
  }

  /**
   * Forgets sources that have been silent for too long, and takes the changes that the fenced state
   * lacks. If these cannot be written, the shard is lost.
   *
   * @param nowMicros the time, in microseconds since 1970
   * @return by source: the mark to write, or empty if its row is to be deleted
   */
  Map<String, Optional<SourceMark>> takeChanges(long nowMicros) {
    forget(nowMicros);
    Map<String, Optional<SourceMark>> changes = new HashMap<>();
    changed.forEach(source -> changes.put(source, Optional.ofNullable(marks.get(source))));
    changed.clear();
    return changes;
  }

  /** How many sources are known; at most {@link #SOURCES_MAX}, and those that are rebuilt. */
  int size() {
    return marks.size();
  }

  private boolean isUnderWay(String source) {
    return underWay.keySet().stream().anyMatch(batch -> batch.source().equals(source));
  }

  private boolean hasRoom(long nowMicros) {
    if (occupied() >= SOURCES_MAX) {
      forget(nowMicros);
    }
    return occupied() < SOURCES_MAX || forgetSilentLongest(nowMicros);
  }

  private boolean forgetSilentLongest(long nowMicros) {
    Set<String> busy =
        underWay.keySet().stream().map(SourceBatch::source).collect(Collectors.toSet());
    Optional<String> silent =
        marks.entrySet().stream()
            .filter(each -> each.getValue().appendMicros() <= nowMicros - SILENCE_MIN_MICROS)
            .filter(each -> !busy.contains(each.getKey()))
            .min(Comparator.comparingLong(each -> each.getValue().appendMicros()))
            .map(Map.Entry::getKey);
    silent.ifPresent(
        source -> {
          marks.remove(source);
          changed.add(source);
        });
    return silent.isPresent();
  }

  private long occupied() {
    return marks.size()
        + underWay.keySet().stream()
            .map(SourceBatch::source)
            .filter(source -> !marks.containsKey(source))
            .distinct()
            .count();
  }

  private void forget(long nowMicros) {
    marks.forEach(
        (source, mark) -> {
          if (isSilent(mark, nowMicros)) {
            changed.add(source);
          }
        });
    marks.values().removeIf(mark -> isSilent(mark, nowMicros));
  }

  private static boolean isSilent(SourceMark mark, long nowMicros) {
    return mark.appendMicros() <= nowMicros - SILENCE_MICROS;
  }
}
