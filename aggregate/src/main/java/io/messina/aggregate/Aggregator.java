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
 * What an aggregate does with events. The kinds that are there already are written on it, and so is
 * one of a user's own.
 *
 * <p>The state must be a function of the events and their order alone: no clock, no chance, nothing
 * from elsewhere. Then it does not matter how often a part of the stream is read again, in what
 * pages, and by whom.
 *
 * <p>{@link #add} is called by one thread at a time for each shard, the other methods by any.
 */
public interface Aggregator {

  /**
   * Adds an event to a window.
   *
   * @param window one of those that the event is in
   * @param event whose time is in the window
   * @param state of the shard
   * @return false if the event has nothing for this aggregate, as where a field is missing; it is
   *     counted, and the state is to be as it was
   * @throws RuntimeException if it can make nothing of the event. Whatever is thrown, an {@link
   *     Error} too: the event is counted as skipped and named in the shard's trouble, nothing of it
   *     stays in the state, and the shard goes on behind it
   */
  boolean add(Window window, StoredEvent event, LocalState state);

  /**
   * What a shard has of a window, by group.
   *
   * @param window any
   * @param state of the shard, as of one moment
   * @param rows is given each group once, and what there is of it
   */
  void rows(Window window, ReadableState state, BiConsumer<Bytes, Bytes> rows);

  /**
   * Likewise, only of groups that begin with some bytes. To be written where there are many others.
   *
   * @param window any
   * @param state of the shard, as of one moment
   * @param prefix with which the groups begin; may be empty
   * @param rows is given each of these groups once, and what there is of it
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
   * Likewise, only so many groups from one on, in their order, until told to stop. To be written
   * where there are many: by default all groups of the window are looked at each time, though no
   * more than are wanted are kept.
   *
   * @param window any
   * @param state of the shard, as of one moment
   * @param groups which
   * @param rows is given each of these groups once, and what there is of it, and says whether to go
   *     on
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
   * What two shards have of the same group and window, together.
   *
   * @param one as {@link #rows} gave it, or this method
   * @param other likewise
   */
  Bytes merge(Bytes one, Bytes other);

  /**
   * The answer that people want.
   *
   * @param part as {@link #rows} gave it, or {@link #merge}
   * @return a number or a text
   */
  Object result(Bytes part);
}
