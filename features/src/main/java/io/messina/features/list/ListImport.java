package io.messina.features.list;

import io.messina.features.EntityId;
import io.messina.features.FeatureException;
import io.messina.features.FeatureRef;
import io.messina.features.ValueType;
import io.messina.stream.node.Together;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Adds items from lines as {@link ItemLine} reads them, some thousand at a time, those of one
 * entity together. An import that ended half-way is simply done again: items that are there stay as
 * they are. For use by one thread.
 */
public final class ListImport {

  private static final int WINDOW_LINES = 5_000;
  private static final long WINDOW_CHARS = 8 << 20;

  private final Lists lists;
  private final FeatureRef feature;
  private final ValueType type;
  private final Together together;
  private TransferProgress progress = TransferProgress.NONE;

  /**
   * An import that has not begun.
   *
   * @param lists where the items go
   * @param feature which list
   * @param type of its values
   * @param together adds to the lists of several entities
   */
  public ListImport(Lists lists, FeatureRef feature, ValueType type, Together together) {
    this.lists = lists;
    this.feature = feature;
    this.type = type;
    this.together = together;
  }

  /**
   * Adds everything.
   *
   * @param lines one item each; empty ones are passed over
   * @param listener is told after each few thousand lines
   * @return what was done
   * @throws FeatureException.Refused at a line that is none; all lines of earlier windows are added
   */
  public TransferProgress run(Iterator<String> lines, Consumer<TransferProgress> listener) {
    while (lines.hasNext()) {
      long chars = 0;
      int count = 0;
      Map<EntityId, List<ListItem>> window = new LinkedHashMap<>();
      while (count < WINDOW_LINES && chars < WINDOW_CHARS && lines.hasNext()) {
        String line = lines.next();
        count++;
        chars += line.length();
        read(line, count, window);
      }
      add(window);
      progress = progress.plusLines(count);
      listener.accept(progress);
    }
    return progress;
  }

  private void read(String line, int inWindow, Map<EntityId, List<ListItem>> window) {
    if (line.isBlank()) {
      return;
    }
    try {
      ItemLine item = ItemLine.read(type, line);
      window.computeIfAbsent(item.entity(), _ -> new ArrayList<>()).add(item.item());
    } catch (FeatureException.Refused e) {
      throw new FeatureException.Refused(
          e.reason(), "line " + (progress.lines() + inWindow) + ": " + e.getMessage());
    }
  }

  private void add(Map<EntityId, List<ListItem>> window) {
    List<Adding> addings = new ArrayList<>();
    window.forEach((entity, items) -> split(entity, items, addings));
    if (!addings.isEmpty()) {
      for (Added added :
          together.each(addings, it -> lists.add(feature, it.entity(), it.items()))) {
        progress = progress.plus(added);
      }
    }
  }

  private static void split(EntityId entity, List<ListItem> items, List<Adding> addings) {
    List<ListItem> some = new ArrayList<>();
    long bytes = 0;
    for (ListItem item : items) {
      int more = item.value().packed().length();
      if (some.size() == Lists.ITEMS_MAX || bytes + more > Lists.ITEM_BYTES_MAX) {
        addings.add(new Adding(entity, List.copyOf(some)));
        some.clear();
        bytes = 0;
      }
      some.add(item);
      bytes += more;
    }
    addings.add(new Adding(entity, List.copyOf(some)));
  }

  private record Adding(EntityId entity, List<ListItem> items) {}
}
