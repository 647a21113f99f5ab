package io.messina.aggregate;

import io.messina.aggregate.state.StateView;
import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The groups of a window that one shard has, in their order, of which only a few are in memory at a
 * time. For one thread, while the view is good.
 */
final class GroupCursor {

  private static final long CHUNK_BYTES_MAX = 256L << 10;

  private final Aggregator aggregator;
  private final Window window;
  private final StateView view;
  private final Bytes prefix;
  private final int chunk;
  private final Queue<Part> read = new ArrayDeque<>();
  private Bytes next;
  private boolean isRead;

  /** The value of a group on the shard. */
  record Part(Bytes group, Bytes bytes) {}

  /** From a group on; reads so many at a time. */
  GroupCursor(
      Aggregator aggregator, Window window, StateView view, Bytes prefix, Bytes first, int chunk) {
    this.aggregator = aggregator;
    this.window = window;
    this.view = view;
    this.prefix = prefix;
    this.next = first;
    this.chunk = chunk;
  }

  /** The group where it is; null behind the last one. */
  @Nullable Part peek() {
    if (read.isEmpty() && !isRead) {
      fill();
    }
    return read.peek();
  }

  /** Continues after its present group. */
  void pass() {
    read.remove();
  }

  private void fill() {
    long[] bytes = {0};
    aggregator.rows(
        window,
        view,
        new GroupRange(prefix, next, chunk),
        (group, part) -> {
          read.add(new Part(group, part));
          next = GroupRange.behind(group);
          bytes[0] += group.length() + part.length();
          return bytes[0] < CHUNK_BYTES_MAX;
        });
    isRead = read.size() < chunk && bytes[0] < CHUNK_BYTES_MAX;
  }
}
