package io.messina.features.contents;

import io.messina.api.WireException;
import io.messina.api.feature.AddedItems;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.ItemLine;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ValueType;
import io.messina.features.FeatureRef;
import io.messina.features.ValueCodec;
import io.messina.runtime.ParallelCalls;
import io.messina.runtime.RequestException;
import io.messina.store.StoreException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Adds items from lines as {@link ItemLine} reads them, some thousand at a time, the items of one
 * entity together. An import that ended half-way can be repeated: items that exist stay as they
 * are. For use by one thread.
 */
public final class ListImport {

  private static final int WINDOW_LINES = 5_000;
  private static final long WINDOW_CHARS = 8 << 20;

  private final Lists lists;
  private final FeatureRef feature;
  private final ValueType type;
  private final ParallelCalls parallel;
  private final AtomicReference<TransferProgress> progress =
      new AtomicReference<>(TransferProgress.NONE);
  private boolean begun;

  /**
   * An import that has not begun.
   *
   * @param lists that store the items
   * @param type of its values
   * @param parallel adds to the lists of several entities
   */
  public ListImport(Lists lists, FeatureRef feature, ValueType type, ParallelCalls parallel) {
    this.lists = lists;
    this.feature = feature;
    this.type = type;
    this.parallel = parallel;
  }

  /**
   * Looks whether everything could be added, and adds nothing.
   *
   * @param lines as for {@link #run}
   * @return how many items they have
   * @throws WireException at a line that is none
   */
  public long check(Iterator<String> lines) {
    long items = 0;
    for (long number = 1; lines.hasNext(); number++) {
      items += read(lines.next(), number).isPresent() ? 1 : 0;
    }
    return items;
  }

  /**
   * Adds everything. To be called once.
   *
   * @param lines one item each; empty ones are passed over
   * @param listener is told after each few thousand lines
   * @return the lines read and the items stored
   * @throws WireException at a line that is none; nothing is added then
   * @throws ImportException if part of it may be added: at a later line that is none, or if {@link
   *     Lists#add} throws
   */
  public TransferProgress run(Iterator<String> lines, Consumer<TransferProgress> listener) {
    try {
      while (lines.hasNext()) {
        runWindow(lines);
        listener.accept(progress.get());
      }
      return progress.get();
    } catch (RequestException | WireException | StoreException e) {
      if (begun) {
        throw new ImportException(progress.get(), e);
      }
      throw e;
    }
  }

  private void runWindow(Iterator<String> lines) {
    long chars = 0;
    int count = 0;
    Map<EntityId, List<Line>> window = new LinkedHashMap<>();
    while (count < WINDOW_LINES && chars < WINDOW_CHARS && lines.hasNext()) {
      String line = lines.next();
      count++;
      chars += line.length();
      read(line, progress.get().lines() + count)
          .ifPresent(it -> window.computeIfAbsent(it.entity(), _ -> new ArrayList<>()).add(it));
    }
    add(window);
    int lineCount = count;
    progress.updateAndGet(done -> done.plusLines(lineCount));
  }

  private Optional<Line> read(String line, long number) {
    if (line.isBlank()) {
      return Optional.empty();
    }
    try {
      ItemLine read = ItemLine.parse(line);
      int bytes = ValueCodec.pack(type, read.value()).length();
      return Optional.of(new Line(read.entity(), read.item(), bytes));
    } catch (WireException e) {
      throw new WireException(e.fault(), "line " + number + ": " + e.getMessage());
    }
  }

  private void add(Map<EntityId, List<Line>> window) {
    List<Adding> addings = new ArrayList<>();
    window.forEach((entity, items) -> split(entity, items, addings));
    if (!addings.isEmpty()) {
      begun = true;
      var _ = parallel.each(addings, this::add);
    }
  }

  private AddedItems add(Adding adding) {
    AddedItems added = lists.add(feature, adding.entity(), adding.items());
    progress.updateAndGet(done -> done.plus(added));
    return added;
  }

  private static void split(EntityId entity, List<Line> lines, List<Adding> addings) {
    List<ListItem> some = new ArrayList<>();
    long bytes = 0;
    for (Line line : lines) {
      int more = line.bytes();
      if (some.size() == Lists.ITEMS_MAX || bytes + more > Lists.ITEM_BYTES_MAX) {
        addings.add(new Adding(entity, List.copyOf(some)));
        some.clear();
        bytes = 0;
      }
      some.add(line.item());
      bytes += more;
    }
    addings.add(new Adding(entity, List.copyOf(some)));
  }

  private record Line(EntityId entity, ListItem item, int bytes) {}

  private record Adding(EntityId entity, List<ListItem> items) {}
}
