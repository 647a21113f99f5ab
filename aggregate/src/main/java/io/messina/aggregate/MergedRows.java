package io.messina.aggregate;

import io.messina.aggregate.state.StateView;
import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The rows of several shards for some windows, each as of one moment. A window that one of them has
 * dropped is gone: each drops windows by the times of its events, and the rest of it on the others
 * is less than the whole.
 *
 * @param rows by window, then by group
 * @param more the start of the window of the next row, where they were cut off as there were
 *     enough; empty if none was cut off
 */
public record MergedRows(List<MergedRow> rows, Optional<Long> more) {

  /** Of the parts of all rows that are read together; beyond it they are cut off. */
  public static final long BYTES_MAX = 16L << 20;

  private static final int CHUNK_MIN = 16;
  private static final int CHUNK_MAX = 1_000;

  /**
   * A row.
   *
   * @param group which; empty where there is one only
   * @param part of all shards together
   * @param incomplete whether one of the shards may lack events of the window
   */
  public record MergedRow(Window window, Bytes group, Bytes part, boolean incomplete) {}

  /**
   * The wanted rows.
   *
   * @param fromMillis the first start of a window
   * @param toMillis the first unwanted start
   * @param prefix with which the groups begin; may be empty
   * @param groups selects among these groups
   * @param max the most rows, from 1; there may be fewer if their parts are large
   * @param bytesMax of all parts together; beyond it they are cut off
   * @param after in the window that begins at {@code fromMillis} only groups behind this one; empty
   *     for all
   */
  public record Wanted(
      long fromMillis,
      long toMillis,
      Bytes prefix,
      GroupFilter groups,
      int max,
      long bytesMax,
      Optional<Bytes> after) {

    /**
     * Rows of any groups.
     *
     * @param fromMillis the first start of a window
     * @param toMillis the first unwanted start
     * @param max from 1
     */
    public Wanted(long fromMillis, long toMillis, GroupFilter groups, int max) {
      this(fromMillis, toMillis, Bytes.EMPTY, groups, max);
    }

    /**
     * Rows from the first group on.
     *
     * @param fromMillis the first start of a window
     * @param toMillis the first unwanted start
     * @param prefix with which the groups begin; may be empty
     * @param groups selects among these groups
     * @param max from 1
     */
    public Wanted(long fromMillis, long toMillis, Bytes prefix, GroupFilter groups, int max) {
      this(fromMillis, toMillis, prefix, groups, max, BYTES_MAX, Optional.empty());
    }

    /**
     * Rows of one group.
     *
     * @param fromMillis the first start of a window
     * @param toMillis the first one that is not wanted
     * @param max from 1
     */
    public static Wanted of(long fromMillis, long toMillis, Bytes group, int max) {
      return new Wanted(fromMillis, toMillis, group, GroupFilter.only(group), max);
    }

    /**
     * The rows behind another one.
     *
     * @param startMillis of its window
     * @param group of the other row
     */
    public Wanted after(long startMillis, Bytes group) {
      return new Wanted(startMillis, toMillis, prefix, groups, max, bytesMax, Optional.of(group));
    }

    /**
     * The same rows without those of the windows before one.
     *
     * @param startMillis of that window
     */
    public Wanted from(long startMillis) {
      return new Wanted(startMillis, toMillis, prefix, groups, max, bytesMax, Optional.empty());
    }

    /**
     * The same rows, which are cut off earlier.
     *
     * @param bytes of all parts together
     */
    public Wanted within(long bytes) {
      return new Wanted(fromMillis, toMillis, prefix, groups, max, bytes, after);
    }

    private Bytes first(Window window) {
      Bytes least = prefix.compareTo(groups.first()) > 0 ? prefix : groups.first();
      return after
          .filter(_ -> window.startMillis() == fromMillis)
          .map(GroupRange::behind)
          .filter(behind -> behind.compareTo(least) > 0)
          .orElse(least);
    }
  }

  /**
   * Reads rows.
   *
   * @param wanted which rows
   */
  public static MergedRows of(
      Aggregator aggregator, WindowOptions options, List<StateView> views, Wanted wanted) {
    Reading reading = new Reading(aggregator, options, views, wanted);
    long keptFrom =
        views.stream()
            .mapToLong(view -> view.progress().keptFromMillis())
            .max()
            .orElse(Long.MIN_VALUE);
    OptionalLong start = reading.windowFrom(Math.max(wanted.fromMillis(), keptFrom));
    while (start.isPresent()) {
      if (!reading.add(start.getAsLong())) {
        return new MergedRows(reading.rows, Optional.of(start.getAsLong()));
      }
      start = reading.windowFrom(start.getAsLong() + 1);
    }
    return new MergedRows(reading.rows, Optional.empty());
  }

  /** Of all windows; the rows so far are in memory, and a little of each shard. */
  private static final class Reading {

    private final Aggregator aggregator;
    private final WindowOptions options;
    private final List<StateView> views;
    private final Wanted wanted;
    private final int chunk;
    private final List<MergedRow> rows = new ArrayList<>();
    private long bytes;

    Reading(Aggregator aggregator, WindowOptions options, List<StateView> views, Wanted wanted) {
      this.aggregator = aggregator;
      this.options = options;
      this.views = views;
      this.wanted = wanted;
      this.chunk =
          wanted.groups().isOne()
              ? 1
              : Math.clamp(2L * wanted.max() / Math.max(1, views.size()), CHUNK_MIN, CHUNK_MAX);
    }

    OptionalLong windowFrom(long fromMillis) {
      return views.stream()
          .map(view -> view.firstWindow(fromMillis, wanted.toMillis()))
          .flatMapToLong(OptionalLong::stream)
          .min();
    }

    /** Returns whether all rows of the window have room. */
    boolean add(long start) {
      Window window = options.windows().at(start);
      boolean incomplete = views.stream().anyMatch(view -> view.progress().gaps().isIn(start));
      List<GroupCursor> cursors =
          views.stream()
              .map(
                  view ->
                      new GroupCursor(
                          aggregator, window, view, wanted.prefix(), wanted.first(window), chunk))
              .toList();
      for (Bytes group = least(cursors); group != null; group = least(cursors)) {
        if (wanted.groups().isBehind(group)) {
          return true;
        }
        if (!wanted.groups().test(group)) {
          pass(cursors, group);
          continue;
        }
        if (rows.size() >= wanted.max() || bytes >= wanted.bytesMax()) {
          return false;
        }
        Bytes part = merged(cursors, group);
        bytes += group.length() + part.length();
        rows.add(new MergedRow(window, group, part, incomplete));
        if (wanted.groups().isOne()) {
          return true;
        }
      }
      return true;
    }

    private static @Nullable Bytes least(List<GroupCursor> cursors) {
      Bytes least = null;
      for (GroupCursor cursor : cursors) {
        GroupCursor.Part part = cursor.peek();
        if (part != null && (least == null || part.group().compareTo(least) < 0)) {
          least = part.group();
        }
      }
      return least;
    }

    private static void pass(List<GroupCursor> cursors, Bytes group) {
      for (GroupCursor cursor : cursors) {
        GroupCursor.Part part = cursor.peek();
        if (part != null && part.group().equals(group)) {
          cursor.pass();
        }
      }
    }

    private Bytes merged(List<GroupCursor> cursors, Bytes group) {
      Bytes merged = null;
      for (GroupCursor cursor : cursors) {
        GroupCursor.Part part = cursor.peek();
        if (part != null && part.group().equals(group)) {
          merged = merged == null ? part.bytes() : aggregator.merge(merged, part.bytes());
          cursor.pass();
        }
      }
      return Objects.requireNonNull(merged);
    }
  }
}
