package io.messina.flink.sink;

import io.messina.client.event.NewEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Cuts the events between two checkpoints into numbered batches. It sends nothing, so a batch that
 * is not in a checkpoint has never been numbered for another writer; after a failure its successor
 * is another source, and begins again at 0.
 *
 * <p>A shard knows the highest batch of a source and the 64 below. Batches of a checkpoint may be
 * sent again long after later ones, by a job that is restored from an earlier checkpoint, or after
 * checkpoints that failed. So {@value #SOURCES} sources take turns, from checkpoint to checkpoint,
 * and each has at most {@link #BATCHES_MAX} batches at its turn: the batches of the last 64 turns
 * are known.
 *
 * @param <T> a record
 */
final class BatchCutter<T> implements CommittingSinkWriter<T, NumberedBatches> {

  /** The batches of a source at its turn; the batches of four turns fit into a shard's window. */
  static final int BATCHES_MAX = 16;

  /** The number of sources that take turns. */
  static final int SOURCES = 16;

  private static final int BATCH_EVENTS = 5_000;
  private static final int BYTES_FIRST = 1 << 16;

  private final RecordMapper<T> mapper;
  private final String name;
  private final long bytesMax;
  private final int batchBytesMax;
  private final RefusedEvents refused;
  private final long[] nextNumbers = new long[SOURCES];
  private final List<byte[]> batches = new ArrayList<>();
  private final DataOutputSerializer event = new DataOutputSerializer(BYTES_FIRST);
  private final DataOutputSerializer batch = new DataOutputSerializer(BYTES_FIRST);
  private int turn;
  private int batchEvents;
  private long bytes;

  /**
   * @param name no other writer has it, now or before
   * @param bytesMax of events between two checkpoints
   * @param batchBytesMax of events in a batch, unless one alone has more
   * @param refused handles the events that no stream takes
   */
  BatchCutter(
      RecordMapper<T> mapper,
      String name,
      long bytesMax,
      int batchBytesMax,
      RefusedEvents refused) {
    this.mapper = mapper;
    this.name = name;
    this.bytesMax = bytesMax;
    this.batchBytesMax = batchBytesMax;
    this.refused = refused;
  }

  @Override
  public void write(T element, Context context) throws IOException {
    NewEvent mapped = mapper.map(element);
    if (refused.passes(mapped)) {
      event.clear();
      EventBytes.write(mapped, event);
      add();
    }
  }

  private void add() throws IOException {
    bytes += event.length();
    if (bytes > bytesMax) {
      throw new IOException(
          "events since the last checkpoint: %d bytes (expected: at most %d, so take checkpoints more often, or append at least once)"
              .formatted(bytes, bytesMax));
    }
    if (batchEvents == BATCH_EVENTS || batch.length() + event.length() > batchBytesMax) {
      cut();
    }
    batch.write(event.getSharedBuffer(), 0, event.length());
    batchEvents++;
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
    refused.report();
    List<NumberedBatches> all = new ArrayList<>();
    for (int from = 0; from < batches.size(); from += BATCHES_MAX) {
      List<byte[]> some = batches.subList(from, Math.min(from + BATCHES_MAX, batches.size()));
      all.add(new NumberedBatches(name + "/" + turn, nextNumbers[turn], some));
      nextNumbers[turn] += some.size();
      turn = (turn + 1) % SOURCES;
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
