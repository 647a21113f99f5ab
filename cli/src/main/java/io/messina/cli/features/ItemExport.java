package io.messina.cli.features;

import io.messina.api.Wire;
import io.messina.api.feature.ItemLine;
import io.messina.api.feature.ItemPage;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.cli.terminal.Progress;
import io.messina.client.features.ListClient;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Writes the lists of entities as lines that an import reads, the items of an entity newest first.
 * It asks for the first pages of some entities ahead, and holds no others.
 */
final class ItemExport {

  private static final int AHEAD = 8;
  private static final ListQuery FIRST = ListQuery.newest(1_000);

  private final ListClient list;
  private final LineSink lines;
  private final Progress.Step step;
  private final Queue<FirstPage> ahead = new ArrayDeque<>();
  private long items;
  private long entities;

  ItemExport(ListClient list, LineSink lines, Progress.Step step) {
    this.list = list;
    this.lines = lines;
    this.step = step;
  }

  /** Writes all of them, or as many as anybody reads. */
  ItemExport run(EntityIds ids) throws IOException {
    askAhead(ids);
    while (!ahead.isEmpty() && !lines.isClosed()) {
      write(ahead.remove());
      askAhead(ids);
    }
    return this;
  }

  private void askAhead(EntityIds ids) throws IOException {
    while (ahead.size() < AHEAD) {
      String id = ids.next();
      if (id == null) {
        return;
      }
      ahead.add(
          new FirstPage(
              id,
              CompletableFuture.supplyAsync(
                  () -> list.get(id, FIRST), Thread::startVirtualThread)));
    }
  }

  private void write(FirstPage first) throws IOException {
    ItemPage page = first.await();
    write(first.entity(), page);
    Optional<String> next = page.next();
    while (next.isPresent() && !lines.isClosed()) {
      ItemPage more = list.get(first.entity(), FIRST.after(next.get()));
      write(first.entity(), more);
      next = more.next();
    }
    entities += page.items().isEmpty() ? 0 : 1;
    step.advance(1);
  }

  private void write(String entity, ItemPage page) throws IOException {
    for (ListItem item : page.items()) {
      lines.write(Wire.write(ItemLine.of(entity, item)));
    }
    lines.flush();
    items += page.items().size();
  }

  long items() {
    return items;
  }

  /** Returns the number of entities with items. */
  long entities() {
    return entities;
  }

  private record FirstPage(String entity, CompletableFuture<ItemPage> page) {

    private ItemPage await() {
      try {
        return page.join();
      } catch (CompletionException e) {
        throw e.getCause() instanceof RuntimeException failure ? failure : e;
      }
    }
  }
}
