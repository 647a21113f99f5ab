package io.messina.flink.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.Position;
import io.messina.api.Start;
import io.messina.api.StreamOptions;
import io.messina.client.MessinaClient;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.stream.StreamClient;
import io.messina.flink.jobs.ServerFixture;
import io.messina.flink.jobs.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.api.connector.source.mocks.MockSplitEnumeratorContext;
import org.junit.jupiter.api.Test;

/** Which reader gets which shard, at first, after failures and after restores. */
@SuppressWarnings("try") // as the context of Flink closes, it may be interrupted
class ShardEnumeratorTest extends ServerFixture {

  private static final int SHARDS = 4;
  private static final int LOOK = 0;

  @Test
  void each_shard_goes_to_the_reader_of_its_number() throws Throwable {
    StreamClient stream = stream("numbers", SHARDS);
    try (Context context = new Context(3);
        ShardEnumerator enumerator = enumerator(context, stream, false, Splits.NONE)) {
      enumerator.start();
      context.register(enumerator, 0);
      assertThat(context.assigned()).isEmpty();
      context.runNextOneTimeCallable();
      context.register(enumerator, 1);
      context.register(enumerator, 2);
      assertThat(context.assigned())
          .containsExactlyInAnyOrderEntriesOf(
              Map.of(0, List.of(0, 3), 1, List.of(1), 2, List.of(2)));
      assertThat(context.splits())
          .allSatisfy(
              split -> {
                assertThat(split.next()).isEqualTo(Position.START);
                assertThat(split.end()).isNull();
                assertThat(split.generation()).isEqualTo(1);
              });
      assertThat(context.hasNoMoreSplits(0)).isFalse();
      assertThat(enumerator.snapshotState(1)).isEqualTo(new Splits(true, 1, List.of()));
    }
  }

  @Test
  void the_shards_of_a_reader_that_fails_go_to_its_successor_from_where_they_were()
      throws Throwable {
    StreamClient stream = stream("failing", SHARDS);
    try (Context context = new Context(2);
        ShardEnumerator enumerator = enumerator(context, stream, true, Splits.NONE)) {
      enumerator.start();
      context.runNextOneTimeCallable();
      context.register(enumerator, 0);
      context.register(enumerator, 1);
      ShardSplit read = new ShardSplit(1, 1, Position.unpack(77), Position.unpack(99));
      context.unregisterReader(1);
      enumerator.addSplitsBack(List.of(read), 1);
      assertThat(enumerator.snapshotState(2)).isEqualTo(new Splits(true, 1, List.of(read)));
      assertThat(context.splits()).hasSize(SHARDS);
      context.register(enumerator, 1);
      assertThat(context.splits()).hasSize(SHARDS + 1).last().isEqualTo(read);
      assertThat(context.assigned().get(1)).containsExactly(1, 3, 1);
      assertThat(context.hasNoMoreSplits(1)).isTrue();
      assertThat(enumerator.snapshotState(3).unassigned()).isEmpty();
    }
  }

  @Test
  void what_nobody_had_at_a_checkpoint_is_given_out_after_a_restore_and_nothing_else()
      throws Throwable {
    StreamClient stream = stream("restored", SHARDS);
    Splits taken;
    try (Context context = new Context(2);
        ShardEnumerator enumerator = enumerator(context, stream, false, Splits.NONE)) {
      enumerator.start();
      context.runNextOneTimeCallable();
      context.register(enumerator, 0);
      taken = enumerator.snapshotState(1);
    }
    SplitsSerializer serializer = new SplitsSerializer();
    Splits restored = serializer.deserialize(serializer.getVersion(), serializer.serialize(taken));
    try (Context context = new Context(3);
        ShardEnumerator enumerator = enumerator(context, stream, false, restored)) {
      enumerator.start();
      for (int reader = 0; reader < 3; reader++) {
        context.register(enumerator, reader);
      }
      assertThat(context.getOneTimeCallables()).isEmpty();
      assertThat(context.assigned())
          .containsExactlyInAnyOrderEntriesOf(Map.of(0, List.of(3), 1, List.of(1)));
    }
  }

  @Test
  void a_checkpoint_before_the_shards_are_found_has_them_asked_for_again() throws Throwable {
    StreamClient stream = stream("early", SHARDS);
    try (Context context = new Context(1);
        ShardEnumerator first = enumerator(context, stream, false, Splits.NONE)) {
      first.start();
      assertThat(first.snapshotState(1)).isEqualTo(Splits.NONE);
    }
    try (Context context = new Context(1);
        ShardEnumerator second = enumerator(context, stream, false, Splits.NONE)) {
      second.start();
      context.register(second, 0);
      context.runNextOneTimeCallable();
      assertThat(context.splits()).hasSize(SHARDS);
    }
  }

  @Test
  void a_bounded_shard_ends_behind_the_last_event_there_is() throws Throwable {
    StreamClient stream = stream("bounded", SHARDS);
    Streams.append(
        stream,
        IntStream.range(0, 100)
            .mapToObj(i -> NewEvent.of("key-" + i, Payload.text("event-" + i)))
            .toList());
    try (Context context = new Context(1);
        ShardEnumerator enumerator = enumerator(context, stream, true, Splits.NONE)) {
      enumerator.start();
      context.register(enumerator, 0);
      context.runNextOneTimeCallable();
      Streams.append(stream, List.of(NewEvent.of("key-1", Payload.text("too late"))));
      assertThat(context.hasNoMoreSplits(0)).isTrue();
      long within =
          context.splits().stream()
              .mapToLong(
                  split ->
                      Streams.events(stream, split.shard()).stream()
                          .filter(
                              event ->
                                  event.position().compareTo(Objects.requireNonNull(split.end()))
                                      < 0)
                          .count())
              .sum();
      assertThat(within).isEqualTo(100);
    }
  }

  @Test
  void a_stream_that_is_created_again_is_noticed_while_the_job_runs() throws Throwable {
    StreamClient stream = stream("again", SHARDS);
    try (Context context = new Context(1);
        ShardEnumerator enumerator = enumerator(context, stream, false, Splits.NONE)) {
      enumerator.start();
      context.runNextOneTimeCallable();
      context.runPeriodicCallable(LOOK);
      stream.delete();
      context.runPeriodicCallable(LOOK); // a look that fails says nothing
      var _ = stream.create(StreamOptions.DEFAULT.shards(SHARDS));
      assertThatThrownBy(() -> context.runPeriodicCallable(LOOK))
          .hasStackTraceContaining("stream " + nameOf("again") + ": generation 2 (expected: 1");
    }
  }

  private static ShardEnumerator enumerator(
      Context context, StreamClient stream, boolean bounded, Splits splits) {
    return new ShardEnumerator(
        context,
        MessinaClient.connect(server.url()),
        stream.name().toString(),
        Start.earliest(),
        bounded,
        splits);
  }

  /** Flink's own, with what was assigned in a form to compare. */
  private static final class Context extends MockSplitEnumeratorContext<ShardSplit> {

    Context(int parallelism) {
      super(parallelism);
    }

    void register(ShardEnumerator enumerator, int reader) {
      registerReader(new ReaderInfo(reader, "here"));
      enumerator.addReader(reader);
    }

    /** All splits in the order in which they were assigned. */
    List<ShardSplit> splits() {
      return getSplitsAssignmentSequence().stream()
          .flatMap(each -> each.assignment().values().stream())
          .flatMap(List::stream)
          .toList();
    }

    /** The shards that each reader got. */
    Map<Integer, List<Integer>> assigned() {
      Map<Integer, List<Integer>> shards = new TreeMap<>();
      for (SplitsAssignment<ShardSplit> each : getSplitsAssignmentSequence()) {
        each.assignment()
            .forEach(
                (reader, splits) ->
                    splits.forEach(
                        split ->
                            shards
                                .computeIfAbsent(reader, any -> new ArrayList<>())
                                .add(split.shard())));
      }
      return shards;
    }
  }
}
