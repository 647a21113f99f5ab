package io.messina.store.rocksdb;

import io.messina.store.RowKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;

/** Reads the values of several keys: from the cache of rows, and the others in one request. */
final class SeveralValues {

  private final RocksDatabase database;
  private final List<TableFamily> families;
  private final byte[] @Nullable [] values;
  private final byte[][] keys;

  // of the keys that are not in the cache
  private final List<Integer> absent = new ArrayList<>();
  private final List<RowCache.Place> places = new ArrayList<>();

  SeveralValues(RocksDatabase database, List<TableFamily> families, List<RowKey> keys) {
    this.database = database;
    this.families = families;
    this.values = new byte[keys.size()] @Nullable [];
    this.keys = new byte[keys.size()][];
    for (int i = 0; i < this.keys.length; i++) {
      this.keys[i] = KeyCodec.row(keys.get(i));
    }
  }

  /** A value for each key in their order, null where there is none or it could not be read. */
  byte[] @Nullable [] read() throws RocksDBException {
    for (int i = 0; i < keys.length; i++) {
      RowCache.Place place = database.rows().at(keys[i]);
      values[i] = place.find(families.get(i).table().name(), keys[i]);
      if (values[i] == null) {
        absent.add(i);
        places.add(place);
      }
    }
    if (!absent.isEmpty()) {
      readAbsent();
    }
    return values;
  }

  private void readAbsent() throws RocksDBException {
    List<ColumnFamilyHandle> handles = new ArrayList<>(absent.size());
    List<byte[]> wanted = new ArrayList<>(absent.size());
    for (int i : absent) {
      handles.add(families.get(i).handle());
      wanted.add(keys[i]);
    }
    List<byte[]> found = database.db().multiGetAsList(handles, wanted);
    for (int j = 0; j < found.size(); j++) {
      int i = absent.get(j);
      values[i] = found.get(j);
      if (values[i] != null && families.get(i).isCached()) {
        database.rows().keep(places.get(j), families.get(i).table().name(), keys[i], values[i]);
      }
    }
  }
}
