package io.messina.aggregate.state;

import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Values by window and key, ordered by both, as bytes are without signs. */
public interface ReadableState {

  /**
   * Returns the value of a key.
   *
   * @param key up to 64 KiB
   * @return null where there is none
   * @throws StateException if the state cannot be read
   */
  @Nullable Bytes get(Window window, Bytes key);

  /**
   * Reads the keys of a window, in their order.
   *
   * @param prefix with which they begin; may be empty
   * @param each is given key and value, and returns whether to continue
   * @throws StateException if the state cannot be read
   */
  default void range(Window window, Bytes prefix, BiPredicate<Bytes, Bytes> each) {
    range(window, prefix, prefix, each);
  }

  /**
   * Reads the keys from one on.
   *
   * @param prefix with which they begin; may be empty
   * @param first the least that is wanted
   * @param each is given key and value, and returns whether to continue
   * @throws StateException if the state cannot be read
   */
  void range(Window window, Bytes prefix, Bytes first, BiPredicate<Bytes, Bytes> each);
}
