package io.messina.features.list;

import io.messina.features.EntityId;
import io.messina.features.FeatureRef;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Writes the items of lists as lines that {@link ListImport} reads, newest first, a page at a time:
 * those of some entities, or the whole feature.
 *
 * @param lists where the items are
 * @param feature which list
 */
public record ListExport(Lists lists, FeatureRef feature) {

  private static final int PAGE_ITEMS = 1_000;
  private static final int PAGE_ENTITIES = 100;

  /**
   * Writes all items of the feature. It looks at every list of the store, see {@link
   * Lists#entities}. Items that are added or removed meanwhile may be written or not. Name a
   * version: {@code latest} may become another one half-way.
   *
   * @param after where to go on, as {@link ExportProgress#next} said of an export that was broken
   *     off; empty to begin. What it had written behind that place is written again, which an
   *     import does not mind
   * @param lines takes each line, without a line break
   * @param listener is told after each 100 entities, and after each 10,000 lists of others
   * @return what was done
   */
  public ExportProgress runAll(
      Optional<String> after, Consumer<String> lines, Consumer<ExportProgress> listener) {
    ExportProgress progress = new ExportProgress(0, 0, after);
    do {
      EntityPage page = lists.entities(feature, PAGE_ENTITIES, progress.next());
      progress = progress.plus(page, run(page.entities().iterator(), lines, _ -> {}));
      listener.accept(progress);
    } while (progress.next().isPresent());
    return progress;
  }

  /**
   * Writes all items of some entities.
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
