package io.messina.aggregate.snapshot;

import io.messina.store.Bytes;

/**
 * A file of a snapshot.
 *
 * @param object that holds it, in the folder of the shard
 * @param content of the file
 */
record StoredFile(String object, Content content) {

  /**
   * The identity of a file among others of the same shard. The files of a RocksDB never change, but
   * two owners may both make a file of the same name.
   *
   * @param name in the folder of the state
   * @param bytes of its length
   * @param checksum of all of it
   */
  record Content(String name, long bytes, Bytes checksum) {

    boolean isTable() {
      return isTable(name);
    }

    static boolean isTable(String name) {
      return name.endsWith(".sst");
    }
  }
}
