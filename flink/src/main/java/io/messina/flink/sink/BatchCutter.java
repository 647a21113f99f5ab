package io.messina.flink.sink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Cuts the events between two checkpoints into numbered batches. It sends nothing, so what is not
 * in a checkpoint has never been numbered for anybody else; after a failure its successor is
 * another source, and begins again at 0.
 *
 * <p>A shard knows the highest batch of a source and the 64 below. Batches of two checkpoints may
 * be sent by two committers at once, after a job was restored with another parallelism; so a source
 * has at most {@link #BATCHES_MAX} in a checkpoint, and where there are more, several sources take
 * turns.
 *
 * @param <T> a record
 */
final class BatchCutter<T> implements CommittingSinkWriter<T, NumberedBatches> {

  /** How many batches of a source a checkpoint has; four checkpoints fit what a shard knows. */
  static final int BATCHES_MAX = 16;

  private static final int BATCH_EVENTS = 5_000;
  private static final int BATCH_BYTES = 1 << 20;

  private final RecordMapper<T> mapper;
  private final String name;
  private final long bytesMax;
  private final List<Long> nextNumbers = new ArrayList<>(); // of each source
  private final List<byte[]> batches = new ArrayList<>();
  private DataOutputSerializer batch = new DataOutputSerializer(BATCH_BYTES / 16);
  private int batchEvents;
  private long bytes;

  /**
   * @param name no other writer has, nor had
   * @param bytesMax of events between two checkpoints
   */
  BatchCutter(RecordMapper<T> mapper, String name, long bytesMax) {
    this.mapper = mapper;
    this.name = name;
    this.bytesMax = bytesMax;
  }

  @Override
  public void write(T element, Context context) throws IOException {
    int before = batch.length();
    EventBytes.write(mapper.map(element), batch);
    bytes += batch.length() - before;
    if (bytes > bytesMax) {
      throw new IOException(
          "events since the last checkpoint: %d bytes (expected: at most %d, so take checkpoints more often, or append at least once)"
              .formatted(bytes, bytesMax));
    }
    batchEvents++;
    if (batchEvents == BATCH_EVENTS || batch.length() >= BATCH_BYTES) {
      cut();
    }
  }

  private void cut() {
    if (batchEvents > 0) {
      batches.add(batch.getCopyOfBuffer());
      batch.clear();
      batchEvents = 0;
    }
  }

  @Override
  public void flush(boolean endOfInput) {
    cut();
  }

  @Override
  public Collection<NumberedBatches> prepareCommit() {
    cut();
    List<NumberedBatches> all = new ArrayList<>();
    for (int from = 0; from < batches.size(); from += BATCHES_MAX) {
      int source = from / BATCHES_MAX;
      if (source == nextNumbers.size()) {
        nextNumbers.add(0L);
      }
      long first = nextNumbers.get(source);
      List<byte[]> some = batches.subList(from, Math.min(from + BATCHES_MAX, batches.size()));
      all.add(new NumberedBatches(name + "/" + source, first, some));
      nextNumbers.set(source, first + some.size());
    }
    batches.clear();
    bytes = 0;
    return all;
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
