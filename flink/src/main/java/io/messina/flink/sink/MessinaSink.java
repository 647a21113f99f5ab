package io.messina.flink.sink;

import io.messina.api.Checks;
import io.messina.client.MessinaClient;
import java.net.URI;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.SupportsPreWriteTopology;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.transformations.WithBoundedness;

/**
 * Appends to a stream over HTTP, each record once, also after failures and with another
 * parallelism: events are cut into numbered batches, which are kept in the checkpoint, sent after
 * it is complete, and sent again as they were after a failure; the stream knows their numbers. So
 * events can be read about a checkpoint's interval after they were written, and the job must take
 * checkpoints.
 *
 * <p>If a job is restored from an older checkpoint than its last one, it appends all events after
 * that checkpoint once more: these are new batches.
 *
 * <p>A shard knows 10,000 sources of numbered batches, and forgets sources that are silent for
 * seven days, or for an hour if there are more. Each start of a subtask that completes a checkpoint
 * makes one, and up to 16 where it has many batches. A job that is restored from a checkpoint older
 * than that may append the checkpoint's own batches again.
 *
 * @param <T> a record
 */
public final class MessinaSink<T>
    implements Sink<T>, SupportsCommitter<NumberedBatches>, SupportsPreWriteTopology<T> {

  private static final long serialVersionUID = 1L;
  private static final long BYTES_MAX = 256L << 20;
  private static final int BATCH_BYTES_MAX = 1 << 20;

  private final URI server;
  private final String stream;
  private final RecordMapper<T> mapper;
  private final long bytesMax;
  private final int batchBytesMax;
  private final boolean dropsRefused;

  private MessinaSink(
      URI server,
      String stream,
      RecordMapper<T> mapper,
      long bytesMax,
      int batchBytesMax,
      boolean dropsRefused) {
    this.server = server;
    this.stream = stream;
    this.mapper = mapper;
    this.bytesMax = bytesMax;
    this.batchBytesMax = batchBytesMax;
    this.dropsRefused = dropsRefused;
  }

  /**
   * A sink that appends each record once.
   *
   * @param server such as {@code http://127.0.0.1:8420}
   * @param stream its name; the stream must exist
   * @param mapper makes events of records
   * @param <T> a record
   */
  public static <T> MessinaSink<T> of(URI server, String stream, RecordMapper<T> mapper) {
    return new MessinaSink<>(server, stream, mapper, BYTES_MAX, BATCH_BYTES_MAX, false);
  }

  /**
   * Sets how much a subtask keeps between two checkpoints; if there is more, the job fails.
   *
   * @param bytes 256 MiB by default
   * @return another sink
   */
  public MessinaSink<T> bytesMax(long bytes) {
    return new MessinaSink<>(server, stream, mapper, bytes, batchBytesMax, dropsRefused);
  }

  /**
   * Sets the size of a request that appends a checkpoint's events, for example because a proxy
   * takes no larger ones; an event that is larger is sent alone. Payloads that are not JSON take a
   * third more. Batches in a checkpoint already stay as they were cut. Counts for a sink that
   * appends once.
   *
   * @param bytes 1 MiB by default; from 1 KiB to 4 MiB
   * @return another sink
   * @throws IllegalArgumentException if it is less or more
   */
  public MessinaSink<T> batchBytesMax(int bytes) {
    Checks.between("batch bytes", bytes, 1 << 10, 4 << 20);
    return new MessinaSink<>(server, stream, mapper, bytesMax, bytes, dropsRefused);
  }

  /**
   * Leaves out events that no stream takes, as they are too large, or that this one refuses, as by
   * its schema. Without this the job fails: at an event that no stream takes before a checkpoint
   * has it, at one that the stream refuses as the checkpoint with it is complete. From there it
   * continues with this. They are counted by the metric {@code eventsRefused} of the writer and of
   * the committer, and the log has their number and the error of the first one.
   *
   * @return another sink
   */
  public MessinaSink<T> dropRefused() {
    return new MessinaSink<>(server, stream, mapper, bytesMax, batchBytesMax, true);
  }

  /**
   * Returns a sink to the same stream that appends at once, and appends the records after the last
   * checkpoint again if the job fails.
   *
   * @return it keeps nothing between checkpoints
   */
  public Sink<T> atLeastOnce() {
    URI url = server;
    String name = stream;
    RecordMapper<T> made = mapper;
    boolean drops = dropsRefused;
    return context ->
        new AppendingWriter<>(
            made,
            MessinaClient.builder(url).build(),
            name,
            new RefusedEvents(name, drops, context.metricGroup()));
  }

  /**
   * Checks that the job takes checkpoints.
   *
   * @throws IllegalStateException if it takes none, as then a failure at its end would append
   *     events twice, and nothing would be appended before
   */
  @Override
  public DataStream<T> addPreWriteTopology(DataStream<T> records) {
    StreamExecutionEnvironment job = records.getExecutionEnvironment();
    if (!job.getCheckpointConfig().isCheckpointingEnabled()) {
      throw new IllegalStateException(
          "checkpoints: none (expected: some, or a sink that is atLeastOnce())");
    }
    if (isBatch(job.getConfiguration().get(ExecutionOptions.RUNTIME_MODE), records)) {
      throw new IllegalStateException(
          "runtime mode: BATCH (expected: STREAMING, as batch jobs take no checkpoints, or a sink"
              + " that is atLeastOnce())");
    }
    return records;
  }

  private static boolean isBatch(RuntimeExecutionMode mode, DataStream<?> records) {
    return switch (mode) {
      case STREAMING -> false;
      case BATCH -> true;
      case AUTOMATIC ->
          records.getTransformation().getTransitivePredecessors().stream()
              .filter(WithBoundedness.class::isInstance)
              .allMatch(each -> ((WithBoundedness) each).getBoundedness() == Boundedness.BOUNDED);
    };
  }

  @Override
  public SinkWriter<T> createWriter(WriterInitContext context) {
    return new BatchCutter<>(
        mapper,
        "flink-" + SystemNames.next(),
        bytesMax,
        batchBytesMax,
        new RefusedEvents(stream, dropsRefused, context.metricGroup()));
  }

  @Override
  public Committer<NumberedBatches> createCommitter(CommitterInitContext context) {
    return new CheckpointSender(
        MessinaClient.builder(server).build(),
        stream,
        new RefusedEvents(stream, dropsRefused, context.metricGroup()));
  }

  @Override
  public SimpleVersionedSerializer<NumberedBatches> getCommittableSerializer() {
    return new NumberedBatchesSerializer();
  }
}
