package io.messina.stream.append;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The highest batch number of each source that appends to a shard. What changed since it was last
 * saved is written to the fenced state together with the position up to which it holds; a new owner
 * reads that and {@link #remember remembers} what the log has behind the position. So an append
 * itself costs no fenced write.
 *
 * <p>A batch counts as appended with its first event. It must therefore not be split over rows,
 * since a crash between two of them would leave a part that a repeat does not complete.
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
  private final Map<String, Long> underWay = new HashMap<>();
  private final Set<String> changed = new HashSet<>();

  /**
   * Looks a batch up, and holds its number where it is new.
   *
   * @param source the source
   * @param number the batch's number, from 0
   * @param nowMicros the time, in microseconds since 1970
   * @return what to do with it
   */
  SourceSighting see(String source, long number, long nowMicros) {
    SourceMark mark = marks.get(source);
    if (mark != null && !isSilent(mark, nowMicros) && number <= mark.number()) {
      return SourceSighting.REPEAT;
    }
    Long begun = underWay.get(source);
    if (begun != null && number <= begun) {
      return SourceSighting.UNDER_WAY;
    }
    if (mark == null && begun == null && !hasRoom(nowMicros)) {
      return SourceSighting.TOO_MANY_SOURCES;
    }
    underWay.put(source, number);
    return SourceSighting.NEW;
  }

  /**
   * Notes that a batch that was new is appended, and may be acknowledged.
   *
   * @param source the source
   * @param number the batch's number
   * @param appendMicros when it was appended
   */
  void settle(String source, long number, long appendMicros) {
    underWay.remove(source, number);
    remember(source, number, appendMicros);
  }

  /**
   * What is being appended of a source.
   *
   * @param source the source
   * @return the highest number; empty where nothing is
   */
  Optional<Long> underWay(String source) {
    return Optional.ofNullable(underWay.get(source));
  }

  /**
   * Notes that a batch that was new was certainly not appended, nor any later one of its source.
   *
   * @param source the source
   * @param before what was {@link #underWay} before the batch was seen, and still is
   */
  void release(String source, Optional<Long> before) {
    before.ifPresentOrElse(number -> underWay.put(source, number), () -> underWay.remove(source));
  }

  /**
   * Takes a batch of the log, or of the fenced state, into sources that are rebuilt.
   *
   * @param source the source
   * @param number the batch's number
   * @param appendMicros when it was appended
   */
  void remember(String source, long number, long appendMicros) {
    SourceMark before = marks.get(source);
    boolean anew = before == null || isSilent(before, appendMicros) || number > before.number();
    if (anew) {
      marks.put(source, new SourceMark(number, appendMicros));
      changed.add(source);
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
