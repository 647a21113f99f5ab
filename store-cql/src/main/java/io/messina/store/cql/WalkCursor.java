package io.messina.store.cql;

import io.messina.store.PartitionKey;
import io.messina.store.PartitionWalk;
import io.messina.store.cql.WalkQuery.Part;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** The partitions of a walk, by one query after the other. For use by one thread. */
final class WalkCursor implements Iterator<PartitionKey> {

  private final Iterator<PageCursor<PartitionKey>> following;
  private PageCursor<PartitionKey> current;

  WalkCursor(KeyspaceTables tables, PartitionWalk walk) {
    following =
        parts(walk).stream()
            .map(part -> WalkQuery.of(walk, part))
            .map(query -> new PageCursor<>(tables, walk.table(), Integer.MAX_VALUE, query))
            .iterator();
    current = following.next();
  }

  @Override
  public boolean hasNext() {
    while (!current.hasNext() && following.hasNext()) {
      current = following.next();
    }
    return current.hasNext();
  }

  @Override
  public PartitionKey next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the walk has ended");
    }
    return current.next();
  }

  private static List<Part> parts(PartitionWalk walk) {
    return walk.after().isEmpty()
        ? List.of(Part.ALL)
        : List.of(Part.SAME_TOKEN, Part.LARGER_TOKENS);
  }
}
