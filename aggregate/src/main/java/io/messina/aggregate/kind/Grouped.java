package io.messina.aggregate.kind;

import io.messina.aggregate.Aggregator;
import io.messina.aggregate.GroupRange;
import io.messina.aggregate.state.LocalState;
import io.messina.aggregate.state.ReadableState;
import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import io.messina.stream.StoredEvent;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate with a part for each group, under this key:
 *
 * <pre>
 *   | 0 | group
 * </pre>
 *
 * @param <V> a value of an event
 */
abstract class Grouped<V> implements Aggregator {

  /** An event with a longer group is skipped. */
  static final int GROUP_BYTES_MAX = 1024;

  private static final byte PART = 0;
  private static final Bytes PARTS = Bytes.wrap(new byte[] {PART});

  private final Function<StoredEvent, @Nullable Bytes> group;
  private final Function<StoredEvent, @Nullable V> value;

  Grouped(Function<StoredEvent, @Nullable Bytes> group, Function<StoredEvent, @Nullable V> value) {
    this.group = group;
    this.value = value;
  }

  @Override
  public final boolean add(Window window, StoredEvent event, LocalState state) {
    Bytes of = group.apply(event);
    V found = value.apply(event);
    if (of == null || of.length() > GROUP_BYTES_MAX || found == null) {
      return false;
    }
    add(window, of, found, state);
    return true;
  }

  abstract void add(Window window, Bytes group, V value, LocalState state);

  static Bytes part(Bytes group) {
    byte[] key = new byte[1 + group.length()];
    key[0] = PART;
    group.copyTo(key, 1);
    return Bytes.wrap(key);
  }

  @Override
  public void rows(Window window, ReadableState state, BiConsumer<Bytes, Bytes> rows) {
    state.range(
        window,
        PARTS,
        (key, part) -> {
          rows.accept(group(key), part);
          return true;
        });
  }

  @Override
  public void rows(
      Window window, ReadableState state, GroupRange groups, BiPredicate<Bytes, Bytes> rows) {
    int[] left = {groups.max()};
    state.range(
        window,
        part(groups.prefix()),
        part(groups.first()),
        (key, part) -> rows.test(group(key), part) && --left[0] > 0);
  }

  private static Bytes group(Bytes key) {
    return Bytes.wrap(Arrays.copyOfRange(key.toArray(), 1, key.length()));
  }
}
