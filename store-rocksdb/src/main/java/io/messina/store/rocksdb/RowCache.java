package io.messina.store.rocksdb;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Small rows that were read, so that reading them again searches no write buffer and no file. It is
 * always consistent with the database (sweeping removes only invisible rows): a place is blocked
 * from before a key that belongs there is written until after, and the result of a read is only
 * taken if nothing has changed since before the read. Where a write fails, and so may apply or not,
 * its places stay blocked.
 *
 * <p>Readers use it from many threads; only the committer tells of changes. It lives as long as one
 * opening of the database.
 */
final class RowCache {

  /** Key and value together; larger rows are read from the database each time. */
  static final int ROW_BYTES_MAX = 256;

  private static final int PLACE_ROWS_MAX = 4;

  /** The maximum heap of a full place. */
  private static final int PLACE_BYTES = 2 * 1024;

  private static final int PLACES_MAX = 1 << 20;

  private final AtomicReferenceArray<Place> places;

  /** An empty one that never takes more of the heap. */
  RowCache(long heapBytes) {
    long count = Math.clamp(heapBytes / PLACE_BYTES, 1, PLACES_MAX);
    Place[] empty = new Place[Math.toIntExact(Long.highestOneBit(count))];
    Arrays.fill(empty, new Place(false));
    this.places = new AtomicReferenceArray<>(empty);
  }

  /** Looks at the place of a key, before the database is read. */
  Place at(byte[] key) {
    return places.get(index(key));
  }

  /** Keeps the result of a read, unless something has changed since a look at the place. */
  void keep(Place seen, String table, byte[] key, byte[] value) {
    if (!seen.blocked && key.length + value.length <= ROW_BYTES_MAX) {
      places.compareAndSet(index(key), seen, seen.with(new Kept(table, key, value)));
    }
  }

  /** Before a key is written; other rows of its place can be read on. */
  void block(String table, byte[] key) {
    int index = index(key);
    places.set(index, new Place(true, places.get(index).without(table, key)));
  }

  /** After it was written. The place is a new one, so that no reader takes it for an older one. */
  void unblock(byte[] key) {
    int index = index(key);
    places.set(index, new Place(false, places.get(index).rows));
  }

  /** Keys begin with the hash of their partition. */
  private int index(byte[] key) {
    return new ByteReader(key, 0, key.length).getInt() & (places.length() - 1);
  }

  /** Rows whose keys fall together, the newest first. Compared by identity. */
  static final class Place {

    private final boolean blocked;
    private final Kept[] rows;

    private Place(boolean blocked, Kept... rows) {
      this.blocked = blocked;
      this.rows = rows;
    }

    /** The value of a key, or null where it is not held. It must not be changed. */
    byte @Nullable [] find(String table, byte[] key) {
      for (Kept row : rows) {
        if (row.is(table, key)) {
          return row.value;
        }
      }
      return null;
    }

    private Place with(Kept row) {
      Kept[] more = new Kept[Math.min(rows.length + 1, PLACE_ROWS_MAX)];
      more[0] = row;
      System.arraycopy(rows, 0, more, 1, more.length - 1);
      return new Place(false, more);
    }

    private Kept[] without(String table, byte[] key) {
      return Arrays.stream(rows).filter(row -> !row.is(table, key)).toArray(Kept[]::new);
    }
  }

  private record Kept(String table, byte[] key, byte[] value) {

    boolean is(String otherTable, byte[] otherKey) {
      return table.equals(otherTable) && Arrays.equals(key, otherKey);
    }
  }
}
