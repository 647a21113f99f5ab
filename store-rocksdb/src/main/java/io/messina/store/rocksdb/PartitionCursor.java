package io.messina.store.rocksdb;

import io.messina.store.PartitionKey;
import io.messina.store.PartitionWalk;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.rocksdb.RocksDBException;

/** Reads a walk page by page, and holds nothing native between pages. For use by one thread. */
final class PartitionCursor implements Iterator<PartitionKey> {

  private final DatabaseSlot slot;
  private final PartitionReader reader;
  private final Deque<PartitionKey> page = new ArrayDeque<>();
  private Optional<byte[]> rest;

  PartitionCursor(DatabaseSlot slot, PartitionWalk walk, InstantSource clock) {
    this.slot = slot;
    this.reader = new PartitionReader(walk.table(), clock);
    this.rest =
        Optional.of(
            walk.after()
                .map(last -> KeyCodec.behind(KeyCodec.partition(last)))
                .orElse(ByteRange.FIRST));
  }

  @Override
  public boolean hasNext() {
    while (page.isEmpty() && rest.isPresent()) {
      readPage(rest.get());
    }
    return !page.isEmpty();
  }

  @Override
  public PartitionKey next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the walk has ended");
    }
    return page.remove();
  }

  private void readPage(byte[] from) {
    try {
      PartitionReader.Page read = slot.use(database -> reader.read(database, from));
      page.addAll(read.partitions());
      rest = read.rest();
    } catch (RocksDBException e) {
      throw RocksFailures.reading(e);
    }
  }
}
