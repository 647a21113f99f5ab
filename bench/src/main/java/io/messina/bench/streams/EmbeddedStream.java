package io.messina.bench.streams;

import io.messina.bench.figures.TemporaryFolder;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.stream.node.Streams;
import java.io.IOException;
import java.time.InstantSource;

/** A stream on a fresh embedded store that syncs. */
final class EmbeddedStream implements AutoCloseable {

  /** The number of appends that a thread has under way. */
  private static final int UNDER_WAY = 8;

  private final TemporaryFolder folder;
  private final RocksStore store;
  private final Streams streams;
  private final StreamBench bench;

  private EmbeddedStream(TemporaryFolder folder) {
    this.folder = folder;
    this.store =
        RocksStore.open(
            folder.path().resolve("store"), RocksStoreOptions.DEFAULT, InstantSource.system());
    this.streams = Streams.embedded(store);
    this.bench = new StreamBench(streams, UNDER_WAY, StreamBench.BATCH);
  }

  static EmbeddedStream open() throws IOException {
    return new EmbeddedStream(TemporaryFolder.create());
  }

  StreamBench bench() {
    return bench;
  }

  @Override
  public void close() throws IOException {
    streams.close();
    store.close();
    folder.close();
  }
}
