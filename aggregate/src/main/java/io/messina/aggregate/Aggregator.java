package io.messina.aggregate;

import io.messina.aggregate.state.LocalState;
import io.messina.aggregate.state.ReadableState;
import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import io.messina.stream.StoredEvent;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;

/**
 * The function of an aggregate: it adds events to windows. The built-in kinds implement it, and so
 * can a user.
 *
 * <p>The state must be a function of the events and their order alone: no clock, no chance, nothing
 * from elsewhere. Then it does not matter how often a part of the stream is read again, in which
 * pages, and by which process.
 *
 * <p>{@link #add} is called by one thread at a time for each shard, the other methods by any.
 */
public interface Aggregator {

  /**
   * Adds an event to a window.
   *
   * @param window one of the windows of the event
   * @param event whose time is in the window
   * @return false if the event has nothing for this aggregate, as where a field is missing; it is
   *     counted, and the state must stay as it was
   * @throws RuntimeException if it can make nothing of the event. After any exception, an {@link
   *     Error} too, the event is counted as skipped and named in the shard's trouble, nothing of it
   *     stays in the state, and the shard continues after it
   */
  boolean add(Window window, StoredEvent event, LocalState state);

  /**
   * Reads the values of a window on a shard, by group.
   *
   * @param state of the shard, as of one moment
   * @param rows is given each group once, with its value
   */
  void rows(Window window, ReadableState state, BiConsumer<Bytes, Bytes> rows);

  /**
   * Reads only groups that begin with some bytes. To be written where there are many others.
   *
   * @param state of the shard, as of one moment
   * @param prefix with which the groups begin; may be empty
   * @param rows is given each of these groups once, with its value
   */
  default void rows(
      Window window, ReadableState state, Bytes prefix, BiConsumer<Bytes, Bytes> rows) {
    rows(
        window,
        state,
        (group, part) -> {
          if (group.startsWith(prefix)) {
            rows.accept(group, part);
          }
        });
  }

  /**
   * Reads only some groups from one on, in their order, until it is stopped. To be written where
   * there are many: by default all groups of the window are looked at each time, though no more
   * than are wanted are kept.
   *
   * @param state of the shard, as of one moment
   * @param rows is given each of these groups once, with its value, and returns whether to continue
   */
  default void rows(
      Window window, ReadableState state, GroupRange groups, BiPredicate<Bytes, Bytes> rows) {
    NavigableMap<Bytes, Bytes> first = new TreeMap<>();
    rows(
        window,
        state,
        groups.prefix(),
        (group, part) -> {
          if (group.compareTo(groups.first()) >= 0) {
            first.put(group, part);
            if (first.size() > groups.max()) {
              first.pollLastEntry();
            }
          }
        });
    for (Map.Entry<Bytes, Bytes> row : first.entrySet()) {
      if (!rows.test(row.getKey(), row.getValue())) {
        return;
      }
    }
  }

  /**
   * Merges the values of two shards for the same group and window.
   *
   * @param one as {@link #rows} gave it, or this method
   * @param other as the first one
   */
  Bytes merge(Bytes one, Bytes other);

  /**
   * Returns the answer of a part, for people.
   *
   * @param part as {@link #rows} gave it, or {@link #merge}
   * @return a number or a text
   */
  Object result(Bytes part);
}
