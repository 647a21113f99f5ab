package io.messina.store.rocksdb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * Reads the range deletes of one partition, which are apart from each other. For use by one thread.
 */
final class RangeDeleteReader implements AutoCloseable {

  private final byte[] prefix;
  private final RocksIterator iterator;
  private ByteRange known = ByteRange.NONE;
  private long knownTimestampMicros = RangeDelete.NONE;

  RangeDeleteReader(
      RocksDatabase database, TableFamily family, byte[] partition, ReadOptions options) {
    this(
        database.db().newIterator(database.shared(RocksDatabase.DELETES), options),
        family.shared(partition));
  }

  /** Reads those whose keys begin with a prefix, by an iterator that it is given. */
  RangeDeleteReader(RocksIterator iterator, byte[] prefix) {
    this.prefix = prefix;
    this.iterator = iterator;
  }

  /** Returns the range deletes that share rows with a range, in order. */
  List<RangeDelete> overlapping(ByteRange range) throws RocksDBException {
    List<RangeDelete> found = new ArrayList<>();
    Optional<RangeDelete> next = atOrBefore(range.start());
    if (next.isEmpty() || next.get().range().upTo(range.end()).from(range.start()).isEmpty()) {
      next = next.isEmpty() ? firstFrom(range.start()) : following();
    }
    while (next.isPresent() && !range.from(next.get().range().start()).isEmpty()) {
      found.add(next.get());
      next = following();
    }
    return found;
  }

  /** Up to which timestamp a row is hidden; cheap where the last answer holds for this row too. */
  long coveringTimestampMicros(byte[] clustering) throws RocksDBException {
    if (!known.contains(clustering)) {
      find(clustering);
    }
    return knownTimestampMicros;
  }

  @Override
  public void close() {
    iterator.close();
  }

  private void find(byte[] clustering) throws RocksDBException {
    Optional<RangeDelete> before = atOrBefore(clustering);
    if (before.isPresent() && before.get().covers(clustering)) {
      known = before.get().range();
      knownTimestampMicros = before.get().timestampMicros();
      return;
    }
    byte[] gapStart = before.flatMap(delete -> delete.range().end()).orElse(ByteRange.FIRST);
    Optional<RangeDelete> after = before.isPresent() ? following() : firstFrom(clustering);
    known = new ByteRange(gapStart, after.map(delete -> delete.range().start()));
    knownTimestampMicros = RangeDelete.NONE;
  }

  private Optional<RangeDelete> atOrBefore(byte[] clustering) throws RocksDBException {
    iterator.seekForPrev(ByteRange.concat(prefix, clustering));
    return current();
  }

  private Optional<RangeDelete> firstFrom(byte[] clustering) throws RocksDBException {
    iterator.seek(ByteRange.concat(prefix, clustering));
    return current();
  }

  private Optional<RangeDelete> following() throws RocksDBException {
    iterator.next();
    return current();
  }

  private Optional<RangeDelete> current() throws RocksDBException {
    if (!iterator.isValid()) {
      iterator.status();
      return Optional.empty();
    }
    byte[] key = iterator.key();
    if (!ByteRange.startsWith(key, prefix)) {
      return Optional.empty();
    }
    byte[] start = Arrays.copyOfRange(key, prefix.length, key.length);
    return Optional.of(RangeDelete.decode(start, iterator.value()));
  }
}
