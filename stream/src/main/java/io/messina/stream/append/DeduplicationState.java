package io.messina.stream.append;

import io.messina.stream.state.SavedState;
import io.messina.stream.state.Section;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What a shard's owner remembers of earlier appends.
 *
 * @param lock guards all the rest
 * @param windows keys
 * @param sources batches
 * @param mark the position up to which both are saved
 * @param decisions the keys and numbers that are held
 */
record DeduplicationState(
    Lock lock, KeyWindows windows, Sources sources, AppendMark mark, Decisions decisions) {

  /** Restored from the fenced state, without the log. */
  static DeduplicationState of(SavedState saved, Duration deduplicate) {
    KeyWindows windows = new KeyWindows(deduplicate);
    Sources sources = new Sources();
    Map<String, SourceMark> marks = new LinkedHashMap<>();
    saved
        .section(Section.SOURCES)
        .forEach((source, mark) -> marks.put(source, SourceMark.decode(mark)));
    sources.restore(marks);
    AppendMark mark = new AppendMark();
    if (saved.find(Section.APPEND, LogMark.NAME).isPresent()) {
      mark.restore();
    }
    return new DeduplicationState(
        new ReentrantLock(), windows, sources, mark, new Decisions(windows, sources));
  }
}
