package io.messina.features.list;

import io.messina.features.EntityId;
import io.messina.features.FeatureRef;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Writes the items of lists as lines that {@link ListImport} reads, newest first, a page at a time.
 * A database that spreads its partitions has no list of them, so the entities are named by the
 * caller.
 *
 * @param lists where the items are
 * @param feature which list
 */
public record ListExport(Lists lists, FeatureRef feature) {

  private static final int PAGE_ITEMS = 1_000;

  /**
   * Writes all items.
   *
   * @param entities whose
   * @param lines takes each line, without a line break
   * @param listener is told after each page
   * @return what was done; {@code stored} counts the items
   */
  public TransferProgress run(
      Iterator<EntityId> entities, Consumer<String> lines, Consumer<TransferProgress> listener) {
    TransferProgress progress = TransferProgress.NONE;
    while (entities.hasNext()) {
      EntityId entity = entities.next();
      Optional<ListQuery> query = Optional.of(ListQuery.newest(PAGE_ITEMS));
      while (query.isPresent()) {
        ListQuery asked = query.get();
        ItemPage page = lists.get(feature, entity, asked);
        page.items().forEach(item -> lines.accept(new ItemLine(entity, item).write()));
        int count = page.items().size();
        progress = progress.plusLines(count).plus(new Added(count, 0));
        listener.accept(progress);
        query = page.next().map(asked::after);
      }
    }
    return progress;
  }
}
