package io.messina.aggregate.state;

import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;

/**
 * The state of a shard, as an aggregator changes it. All changes of a page of events are written in
 * one batch together with the position behind the page, so they are stored once or not at all.
 * Reads see earlier writes, also of the same page. For one thread.
 *
 * <p>A key has either a {@linkplain #put value} or an {@linkplain #open object}.
 */
public interface LocalState extends ReadableState {

  /**
   * Sets the value of a key.
   *
   * @param key up to 64 KiB
   * @param value up to 1 MiB
   */
  void put(Window window, Bytes key, Bytes value);

  /**
   * Removes a key, whether it exists or not.
   *
   * @param key up to 64 KiB
   */
  void delete(Window window, Bytes key);

  /**
   * Adds a key without a value; faster than asking and then adding.
   *
   * @param key up to 64 KiB
   * @return whether it is new
   */
  boolean addIfAbsent(Window window, Bytes key);

  /**
   * The object of a key, to be changed in place. It is made into bytes once for all events of a
   * page, and stays in memory as long as there is room, so it suits values that many events change.
   *
   * @param key up to 64 KiB
   * @param type decodes it; the same for each call with this key
   * @param <T> an object
   * @return counts as changed; must not be used after the event
   */
  <T> T open(Window window, Bytes key, ValueType<T> type);
}
