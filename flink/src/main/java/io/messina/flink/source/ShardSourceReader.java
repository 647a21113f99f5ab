package io.messina.flink.source;

import io.messina.client.event.Event;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.base.source.reader.SingleThreadMultiplexSourceReaderBase;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.metrics.Counter;

/**
 * Passes on the events of some shards.
 *
 * @param <T> a record
 */
@SuppressWarnings("try") // as the base class closes, it may be interrupted
final class ShardSourceReader<T>
    extends SingleThreadMultiplexSourceReaderBase<
        Event, T, ShardSplit, AtomicReference<ShardSplit>> {

  /** The name of the counter of events of which the mapper makes nothing. */
  static final String LEFT_OUT = "eventsLeftOut";

  ShardSourceReader(
      Supplier<SplitReader<Event, ShardSplit>> reader,
      EventMapper<T> mapper,
      SourceReaderContext context) {
    this(reader, mapper, context.metricGroup().counter(LEFT_OUT), context);
  }

  /** One that counts the events of which the mapper makes nothing. */
  ShardSourceReader(
      Supplier<SplitReader<Event, ShardSplit>> reader,
      EventMapper<T> mapper,
      Counter leftOut,
      SourceReaderContext context) {
    super(
        reader,
        (event, output, split) -> {
          T mapped = mapper.map(event);
          if (mapped == null) {
            leftOut.inc();
          } else {
            output.collect(mapped, event.time().toEpochMilli());
          }
          split.set(split.get().at(event.position().next()));
        },
        context.getConfiguration(),
        context);
  }

  @Override
  protected void onSplitFinished(Map<String, AtomicReference<ShardSplit>> finished) {
    // No shard follows another.
  }

  @Override
  protected AtomicReference<ShardSplit> initializedState(ShardSplit split) {
    return new AtomicReference<>(split);
  }

  @Override
  protected ShardSplit toSplitType(String id, AtomicReference<ShardSplit> split) {
    return split.get();
  }
}
