package io.messina.aggregate;

import io.messina.aggregate.state.StateView;
import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What several shards have of some windows, each as of one moment. A window that one of them has
 * dropped is gone: each drops windows by the times of its own events, and what the others have left
 * of it is less than there was.
 *
 * @param rows by window, then by group
 * @param more the start of the first window that is not in them as there were too many; empty if
 *     all are
 */
public record MergedRows(List<MergedRow> rows, Optional<Long> more) {

  /**
   * A row.
   *
   * @param window of the row
   * @param group which; empty where there is one only
   * @param part of all shards together
   * @param incomplete whether one of the shards may lack events of the window
   */
  public record MergedRow(Window window, Bytes group, Bytes part, boolean incomplete) {}

  /**
   * Which rows are wanted.
   *
   * @param fromMillis the first start of a window
   * @param toMillis the first one that is not wanted
   * @param prefix with which the groups begin; may be empty
   * @param groups which of these groups
   * @param max from 1; once there are so many rows, no further window is begun
   */
  public record Wanted(
      long fromMillis, long toMillis, Bytes prefix, Predicate<Bytes> groups, int max) {

    /**
     * Of any groups.
     *
     * @param fromMillis the first start of a window
     * @param toMillis the first one that is not wanted
     * @param groups which groups
     * @param max from 1
     */
    public Wanted(long fromMillis, long toMillis, Predicate<Bytes> groups, int max) {
      this(fromMillis, toMillis, Bytes.EMPTY, groups, max);
    }
  }

  /**
   * Reads rows.
   *
   * @param aggregator of the states
   * @param options of the aggregate
   * @param views of the shards
   * @param wanted which rows
   */
  public static MergedRows of(
      Aggregator aggregator, WindowOptions options, List<StateView> views, Wanted wanted) {
    NavigableSet<Long> starts = new TreeSet<>();
    long keptFrom =
        views.stream()
            .mapToLong(view -> view.progress().keptFromMillis())
            .max()
            .orElse(Long.MIN_VALUE);
    for (StateView view : views) {
      starts.addAll(view.windowStarts(Math.max(wanted.fromMillis(), keptFrom), wanted.toMillis()));
    }
    List<MergedRow> rows = new ArrayList<>();
    for (long start : starts) {
      if (rows.size() >= wanted.max()) {
        return new MergedRows(rows, Optional.of(start));
      }
      rows.addAll(window(aggregator, options.windows().at(start), views, wanted));
    }
    return new MergedRows(rows, Optional.empty());
  }

  private static List<MergedRow> window(
      Aggregator aggregator, Window window, List<StateView> views, Wanted wanted) {
    boolean incomplete =
        views.stream().anyMatch(view -> view.progress().gaps().isIn(window.startMillis()));
    Map<Bytes, Bytes> merged = new TreeMap<>();
    for (StateView view : views) {
      aggregator.rows(
          window,
          view,
          wanted.prefix(),
          (group, part) -> {
            if (wanted.groups().test(group)) {
              merged.merge(group, part, aggregator::merge);
            }
          });
    }
    return merged.entrySet().stream()
        .map(row -> new MergedRow(window, row.getKey(), row.getValue(), incomplete))
        .toList();
  }
}
