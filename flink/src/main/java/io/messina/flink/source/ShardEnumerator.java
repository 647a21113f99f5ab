package io.messina.flink.source;

import io.messina.api.Position;
import io.messina.api.ReadStart;
import io.messina.api.Start;
import io.messina.api.StreamDefinition;
import io.messina.client.MessinaClient;
import io.messina.client.stream.ReadEvents;
import io.messina.client.stream.StreamClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.util.FlinkRuntimeException;
import org.jspecify.annotations.Nullable;

/** Finds the shards of the stream once, and gives each to the reader of its number. */
final class ShardEnumerator implements SplitEnumerator<ShardSplit, Splits> {

  /** The error for a stream that is not the same as before. */
  static final String GENERATION =
      "stream %s: generation %d (expected: %d, as it was deleted and created again, so begin"
          + " without state)";

  /** The time between two checks that the stream is still the same. */
  private static final long LOOK_MILLIS = 10_000;

  private final SplitEnumeratorContext<ShardSplit> context;
  private final MessinaClient client;
  private final StreamClient stream;
  private final Start from;
  private final boolean bounded;
  private final List<ShardSplit> unassigned;
  private boolean found;
  private int generation;

  ShardEnumerator(
      SplitEnumeratorContext<ShardSplit> context,
      MessinaClient client,
      String stream,
      Start from,
      boolean bounded,
      Splits restored) {
    this.context = context;
    this.client = client;
    this.stream = client.stream(stream);
    this.from = from;
    this.bounded = bounded;
    this.unassigned = new ArrayList<>(restored.unassigned());
    this.found = restored.found();
    this.generation = restored.generation();
  }

  @Override
  public void start() {
    if (!found) {
      context.callAsync(this::find, this::found);
    }
    context.callAsync(stream::get, this::compare, found ? 0 : LOOK_MILLIS, LOOK_MILLIS);
  }

  /** Its positions say nothing of another stream, even if that has the name. */
  private void compare(StreamDefinition now, @Nullable Throwable failure) {
    if (failure != null) {
      return; // readers notice
    }
    if (generation > 0 && now.generation() != generation) {
      throw new FlinkRuntimeException(
          GENERATION.formatted(stream.name(), now.generation(), generation));
    }
    generation = now.generation();
  }

  /** Returns the shards, with their first positions to read; runs on a thread that may wait. */
  private List<ShardSplit> find() {
    List<ShardSplit> splits = new ArrayList<>();
    StreamDefinition now = stream.get();
    for (int shard = 0; shard < now.options().shards(); shard++) {
      Position end = bounded ? first(shard, Start.latest()) : null;
      splits.add(new ShardSplit(shard, now.generation(), first(shard, from), end));
    }
    return splits;
  }

  private Position first(int shard, ReadStart start) {
    if (start instanceof Start.Earliest) {
      return Position.START;
    }
    ReadEvents read = stream.read(shard, start, 1, Duration.ZERO);
    return read.events().isEmpty() ? read.next() : read.events().get(0).position();
  }

  private void found(List<ShardSplit> splits, @Nullable Throwable failure) {
    if (failure != null) {
      throw new FlinkRuntimeException(
          "stream " + stream.name() + ": its shards cannot be read", failure);
    }
    found = true;
    generation = splits.get(0).generation();
    unassigned.addAll(splits);
    context.registeredReaders().keySet().forEach(this::assign);
  }

  @Override
  public void addReader(int reader) {
    assign(reader);
  }

  private void assign(int reader) {
    if (!found) {
      return;
    }
    for (Iterator<ShardSplit> each = unassigned.iterator(); each.hasNext(); ) {
      ShardSplit split = each.next();
      if (split.shard() % context.currentParallelism() == reader) {
        context.assignSplit(split, reader);
        each.remove();
      }
    }
    if (bounded) {
      context.signalNoMoreSplits(reader);
    }
  }

  @Override
  public void addSplitsBack(List<ShardSplit> splits, int reader) {
    unassigned.addAll(splits);
  }

  @Override
  public void handleSplitRequest(int reader, @Nullable String host) {
    // Readers are given all that they get as they come.
  }

  @Override
  public Splits snapshotState(long checkpoint) {
    return new Splits(found, generation, unassigned);
  }

  @Override
  public void close() {
    client.close();
  }
}
