package io.messina.bench;

import io.messina.bench.figures.TemporaryFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.rocksdb.CompressionType;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The minimum that makes rows durable: RocksDB with blob files, and a thread that writes the
 * waiting rows with one sync.
 */
final class BareRocks implements AutoCloseable {

  private static final int GROUP_MAX = 256;
  private static final int BLOB_BYTES_MIN = 1024;
  private static final long WRITE_BUFFER_BYTES = 64L * 1024 * 1024;
  private static final Put END = new Put(new byte[0], new byte[0], new CompletableFuture<>());

  private record Put(byte[] key, byte[] value, CompletableFuture<Boolean> done) {}

  private final TemporaryFolder folder;
  private final Options options;
  private final WriteOptions writing = new WriteOptions().setSync(true);
  private final RocksDB db;
  private final BlockingQueue<Put> queue = new LinkedBlockingQueue<>();
  private final Thread committer = Thread.ofPlatform().unstarted(this::commit);

  private BareRocks(TemporaryFolder folder) throws RocksDBException {
    this.folder = folder;
    this.options =
        new Options()
            .setCreateIfMissing(true)
            .setWriteBufferSize(WRITE_BUFFER_BYTES)
            .setMaxWriteBufferNumber(4)
            .setCompressionType(CompressionType.NO_COMPRESSION)
            .setMaxBackgroundJobs(2)
            .setEnableBlobFiles(true)
            .setMinBlobSize(BLOB_BYTES_MIN);
    this.db = RocksDB.open(options, folder.path().toString());
  }

  static BareRocks open() throws IOException, RocksDBException {
    RocksDB.loadLibrary();
    BareRocks rocks = new BareRocks(TemporaryFolder.create());
    rocks.committer.start();
    return rocks;
  }

  void write(long owner, long number, byte[] content) {
    byte[] key = ByteBuffer.allocate(2 * Long.BYTES).putLong(owner).putLong(number).array();
    Put put = new Put(key, content, new CompletableFuture<>());
    queue.add(put);
    put.done.join();
  }

  @Override
  public void close() throws IOException {
    queue.add(END);
    try {
      committer.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    db.close();
    writing.close();
    options.close();
    folder.close();
  }

  private void commit() {
    List<Put> group = new ArrayList<>();
    try {
      while (true) {
        group.clear();
        group.add(queue.take());
        queue.drainTo(group, GROUP_MAX - 1);
        boolean last = group.remove(END);
        try (WriteBatch batch = new WriteBatch()) {
          for (Put put : group) {
            batch.put(put.key, put.value);
          }
          db.write(writing, batch);
        }
        group.forEach(put -> put.done.complete(true));
        if (last) {
          return;
        }
      }
    } catch (InterruptedException | RocksDBException e) {
      group.forEach(put -> put.done.completeExceptionally(e));
    }
  }
}
