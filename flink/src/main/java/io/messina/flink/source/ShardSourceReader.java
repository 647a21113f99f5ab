package io.messina.flink.source;

import io.messina.client.event.Event;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.base.source.reader.SingleThreadMultiplexSourceReaderBase;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;

/**
 * Passes on the events of some shards.
 *
 * @param <T> a record
 */
@SuppressWarnings("try") // as the base class closes, it may be interrupted
final class ShardSourceReader<T>
    extends SingleThreadMultiplexSourceReaderBase<
        Event, T, ShardSplit, AtomicReference<ShardSplit>> {

  ShardSourceReader(
      Supplier<SplitReader<Event, ShardSplit>> reader,
      EventMapper<T> mapper,
      SourceReaderContext context) {
    super(
        reader,
        (event, output, split) -> {
          output.collect(mapper.map(event), event.time().toEpochMilli());
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
