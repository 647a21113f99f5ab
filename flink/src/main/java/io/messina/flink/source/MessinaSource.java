package io.messina.flink.source;

import io.messina.api.Start;
import io.messina.client.MessinaClient;
import java.net.URI;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Follows a stream over HTTP, a split for each shard. Positions are in the checkpoint, so after a
 * failure it continues at the position of the checkpoint. The timestamp of a record is the event's
 * time; watermarks are made for each shard by the job's {@code WatermarkStrategy}, which should
 * name an idleness if some shards may have no events for a while. Events of a shard come in its
 * order.
 *
 * <p>It begins with the oldest event and never ends, unless it is told otherwise. Immutable. A
 * stream that was deleted and created again is another one: a job with positions of the former one
 * fails and says so, within ten seconds where it runs, and has to begin without its state.
 *
 * @param <T> a record
 */
public final class MessinaSource<T>
    implements Source<T, ShardSplit, Splits>, ResultTypeQueryable<T> {

  private static final long serialVersionUID = 1L;

  private final URI server;
  private final String stream;
  private final EventMapper<T> mapper;
  private final TypeInformation<T> type;
  private final String from;
  private final boolean bounded;
  private final boolean skipsExpired;

  private MessinaSource(
      URI server,
      String stream,
      EventMapper<T> mapper,
      TypeInformation<T> type,
      String from,
      boolean bounded,
      boolean skipsExpired) {
    this.server = server;
    this.stream = stream;
    this.mapper = mapper;
    this.type = type;
    this.from = from;
    this.bounded = bounded;
    this.skipsExpired = skipsExpired;
  }

  /**
   * A source.
   *
   * @param server such as {@code http://127.0.0.1:8420}
   * @param stream its name
   * @param mapper makes records of events
   * @param type of records
   * @param <T> a record
   */
  public static <T> MessinaSource<T> of(
      URI server, String stream, EventMapper<T> mapper, TypeInformation<T> type) {
    return new MessinaSource<>(
        server, stream, mapper, type, Start.earliest().toString(), false, false);
  }

  /**
   * Asks the server which creation of a stream there is now. An enrichment that has this as its
   * generation takes no row of a former stream for its own.
   *
   * @param server such as {@code http://127.0.0.1:8420}
   * @param stream its name
   * @return from 1
   */
  public static int generation(URI server, String stream) {
    try (MessinaClient client = MessinaClient.builder(server).build()) {
      return client.stream(stream).get().generation();
    }
  }

  /**
   * Begins elsewhere. Counts only for a job that begins without state.
   *
   * @param start such as {@code Start.latest()}
   * @return another source
   */
  public MessinaSource<T> from(Start start) {
    return new MessinaSource<>(
        server, stream, mapper, type, start.toString(), bounded, skipsExpired);
  }

  /**
   * Ends with the last event that exists when the job begins.
   *
   * @return another source
   */
  public MessinaSource<T> untilNow() {
    return new MessinaSource<>(server, stream, mapper, type, from, true, skipsExpired);
  }

  /**
   * Skips stretches whose events have expired before the job has read them, for example while it
   * was down for longer than the stream keeps them, or are damaged; each stretch is logged, and
   * counted by the metric {@code gapsSkipped} of the reader. Without this the job fails at the
   * first stretch and says so.
   *
   * @return another source
   */
  public MessinaSource<T> skipExpired() {
    return new MessinaSource<>(server, stream, mapper, type, from, bounded, true);
  }

  @Override
  public Boundedness getBoundedness() {
    return bounded ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SplitEnumerator<ShardSplit, Splits> createEnumerator(
      SplitEnumeratorContext<ShardSplit> context) {
    return restoreEnumerator(context, Splits.NONE);
  }

  @Override
  public SplitEnumerator<ShardSplit, Splits> restoreEnumerator(
      SplitEnumeratorContext<ShardSplit> context, Splits splits) {
    MessinaClient client = MessinaClient.builder(server).build();
    return new ShardEnumerator(context, client, stream, Start.parse(from), bounded, splits);
  }

  @Override
  public SourceReader<T, ShardSplit> createReader(SourceReaderContext context) {
    return new ShardSourceReader<>(
        () ->
            new ShardReader(
                MessinaClient.builder(server).build(),
                stream,
                new ExpiredEvents(skipsExpired, context.metricGroup())),
        mapper,
        context);
  }

  @Override
  public SimpleVersionedSerializer<ShardSplit> getSplitSerializer() {
    return new SplitsSerializer.One();
  }

  @Override
  public SimpleVersionedSerializer<Splits> getEnumeratorCheckpointSerializer() {
    return new SplitsSerializer();
  }

  @Override
  public TypeInformation<T> getProducedType() {
    return type;
  }
}
