package io.messina.bench.figures;

import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.node.Streams;
import java.io.IOException;
import java.time.InstantSource;

/**
 * Streams on a fresh embedded store that syncs.
 *
 * @param folder of the store, and of other files of a benchmark
 * @param store in the folder
 * @param streams on the store
 */
public record EmbeddedStreams(TemporaryFolder folder, RocksStore store, Streams streams)
    implements AutoCloseable {

  /**
   * Opens a new store.
   *
   * @throws IOException if there is no room
   */
  public static EmbeddedStreams open() throws IOException {
    TemporaryFolder folder = TemporaryFolder.create();
    RocksStore store =
        RocksStore.open(
            folder.path().resolve("store"), RocksStoreOptions.DEFAULT, InstantSource.system());
    return new EmbeddedStreams(folder, store, Streams.embedded(store));
  }

  @Override
  public void close() throws IOException {
    streams.close();
    store.close();
    folder.close();
  }
}
