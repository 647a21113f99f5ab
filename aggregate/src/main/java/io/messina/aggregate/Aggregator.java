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
 * The work of an aggregate on its events. The built-in kinds implement it, and a user's own kind
 * can.
 *
 * <p>The state must be a function of the events and their order alone: no clock, no random number,
 * no other input. Then it makes no difference how often a part of the stream is read again, in
 * which pages, and by which node.
 *
 * <p>{@link #add} is called by one thread at a time for each shard, the other methods by any.
 */
public interface Aggregator {

  /**
   * Adds an event to a window.
   *
   * @param window one of the windows that the event is in
   * @param event its time is in the window
   * @param state of the shard
   * @return false if the event has nothing for this aggregate, as when a field is missing; it is
   *     counted, and the state must be unchanged
   * @throws RuntimeException if it cannot use the event. On any throwable, an {@link Error} too,
   *     the event is counted as skipped and named in the shard's trouble, nothing of it stays in
   *     the state, and the shard continues behind it
   */
  boolean add(Window window, StoredEvent event, LocalState state);

  /**
   * Reads a shard's part of a window, by group.
   *
   * @param window any
   * @param state of the shard, as of one moment
   * @param rows is given each group once, with its part
   */
  void rows(Window window, ReadableState state, BiConsumer<Bytes, Bytes> rows);

  /**
   * Reads a shard's part of a window, only of groups that begin with some bytes. Override it if
   * there are many others.
   *
   * @param window any
   * @param state of the shard, as of one moment
   * @param prefix with which the groups begin; may be empty
   * @param rows is given each of these groups once, with its part
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
   * Reads a shard's part of a window, only a number of groups from one on, in their order, until
   * told to stop. Override it if there are many: by default all groups of the window are looked at
   * each time, though no more than are wanted are kept.
   *
   * @param window any
   * @param state of the shard, as of one moment
   * @param groups the wanted groups
   * @param rows is given each of these groups once, with its part, and says whether to continue
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
   * Merges the parts of two shards of the same group and window.
   *
   * @param one as {@link #rows} gave it, or this method
   * @param other in the same form
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
