package io.messina.flink.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.Position;
import io.messina.api.StreamOptions;
import io.messina.client.MessinaClient;
import io.messina.client.event.Event;
import io.messina.client.event.NewEvent;
import io.messina.client.event.Payload;
import io.messina.client.stream.StreamClient;
import io.messina.flink.jobs.ServerFixture;
import io.messina.flink.jobs.Streams;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.metrics.groups.SourceReaderMetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.util.SimpleUserCodeClassLoader;
import org.apache.flink.util.UserCodeClassLoader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Reading of shards that have events, have none, end, are paused, and go on after a failure. */
@SuppressWarnings("try") // as the base class of readers closes, it may be interrupted
class ShardReaderTest extends ServerFixture {

  private static final int SHARDS = 4;

  @Test
  void events_of_each_shard_come_in_their_order() throws Exception {
    StreamClient stream = stream("order", SHARDS);
    fill(stream, 1_000);
    var read = new TreeMap<String, List<String>>();
    try (ShardReader reader = reader(stream, splits(null))) {
      while (read.values().stream().mapToInt(List::size).sum() < 1_000) {
        take(reader.fetch(), read);
      }
    }
    for (int shard = 0; shard < SHARDS; shard++) {
      assertThat(read.get(Integer.toString(shard)))
          .containsExactlyElementsOf(
              Streams.events(stream, shard).stream().map(each -> each.payload().text()).toList());
    }
  }

  @Test
  void an_event_of_any_shard_is_read_while_all_others_are_idle() throws Exception {
    StreamClient stream = stream("idle", SHARDS);
    var read = new TreeMap<String, List<String>>();
    try (ShardReader reader = reader(stream, splits(null))) {
      assertThat(take(reader.fetch(), read)).isEmpty();
      for (int i = 0; i < 3 * SHARDS; i++) {
        var _ = stream.append(NewEvent.of("key-" + i, Payload.text("event-" + i)));
        // At worst one wait at another shard, then a turn that finds it.
        for (int fetch = 0; fetch < 2 && count(read) == i; fetch++) {
          assertThat(take(reader.fetch(), read)).isEmpty();
        }
        assertThat(count(read)).isEqualTo(i + 1);
      }
    }
    assertThat(read).hasSize(SHARDS);
  }

  @Test
  void a_bounded_shard_ends_with_its_last_event_and_an_empty_one_at_once() throws Exception {
    StreamClient stream = stream("bounded", SHARDS);
    fill(stream, 100);
    List<Event> events = Streams.events(stream, 0);
    Position end = events.get(events.size() / 2).position();
    var read = new TreeMap<String, List<String>>();
    ShardSplit half = new ShardSplit(0, 1, Position.START, end);
    ShardSplit none = new ShardSplit(1, 1, Position.START, Position.START);
    List<String> finished = new ArrayList<>();
    try (ShardReader reader = reader(stream, List.of(half, none))) {
      for (int fetch = 0; fetch < 2; fetch++) {
        finished.addAll(take(reader.fetch(), read));
      }
      assertThat(take(reader.fetch(), read)).isEmpty();
    }
    assertThat(finished).containsExactlyInAnyOrder("0", "1");
    assertThat(read).containsOnlyKeys("0");
    assertThat(read.get("0"))
        .containsExactlyElementsOf(
            events.subList(0, events.size() / 2).stream()
                .map(each -> each.payload().text())
                .toList());
  }

  @Test
  void a_paused_shard_is_not_read_until_it_is_resumed() throws Exception {
    StreamClient stream = stream("paused", SHARDS);
    fill(stream, 100);
    var read = new TreeMap<String, List<String>>();
    List<ShardSplit> splits = splits(null);
    try (ShardReader reader = reader(stream, splits)) {
      reader.pauseOrResumeSplits(splits.subList(1, SHARDS), List.of());
      for (int fetch = 0; fetch < 3; fetch++) {
        take(reader.fetch(), read);
      }
      assertThat(read).containsOnlyKeys("0");
      reader.pauseOrResumeSplits(List.of(), splits.subList(1, SHARDS));
      while (count(read) < 100) {
        take(reader.fetch(), read);
      }
      assertThat(read).hasSize(SHARDS);
    }
  }

  @Test
  void a_reader_that_is_woken_returns_before_it_reads_on() throws Exception {
    StreamClient stream = stream("woken", SHARDS);
    fill(stream, 10);
    var read = new TreeMap<String, List<String>>();
    try (ShardReader reader = reader(stream, splits(null))) {
      reader.wakeUp();
      take(reader.fetch(), read);
      assertThat(read).isEmpty();
      take(reader.fetch(), read);
      assertThat(read).isNotEmpty();
    }
  }

  @Test
  void positions_of_a_former_stream_are_not_read() throws Exception {
    StreamClient stream = stream("again", SHARDS);
    stream.delete();
    var _ = stream.create(StreamOptions.DEFAULT.shards(SHARDS));
    fill(stream, 10);
    try (ShardReader reader = reader(stream, splits(null))) {
      assertThatThrownBy(reader::fetch)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("stream " + nameOf("again") + ": generation 2 (expected: 1");
    }
  }

  @Test
  void a_restored_reader_goes_on_behind_the_last_record_of_the_checkpoint() throws Exception {
    StreamClient stream = stream("restored", SHARDS);
    fill(stream, 500);
    List<ShardSplit> ends = new ArrayList<>();
    for (int shard = 0; shard < SHARDS; shard++) {
      List<Event> events = Streams.events(stream, shard);
      Position end = events.get(events.size() - 1).position().next();
      ends.add(new ShardSplit(shard, 1, Position.START, end));
    }
    Records records = new Records();
    List<ShardSplit> checkpoint;
    try (ShardSourceReader<String> reader = sourceReader(stream)) {
      reader.start();
      reader.addSplits(ends);
      reader.notifyNoMoreSplits();
      while (records.texts.size() < 200) {
        poll(reader, records);
      }
      checkpoint = reader.snapshotState(1);
    }
    SplitsSerializer.One serializer = new SplitsSerializer.One();
    try (ShardSourceReader<String> reader = sourceReader(stream)) {
      reader.start();
      for (ShardSplit split : checkpoint) {
        byte[] bytes = serializer.serialize(split);
        reader.addSplits(List.of(serializer.deserialize(serializer.getVersion(), bytes)));
      }
      reader.notifyNoMoreSplits();
      while (poll(reader, records) != InputStatus.END_OF_INPUT) {
        assertThat(records.texts).hasSizeLessThanOrEqualTo(500);
      }
    }
    assertThat(records.texts)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 500).mapToObj(i -> "event-" + i).toList());
    assertThat(records.timestamps).hasSize(500).allMatch(millis -> millis > 0);
  }

  @Test
  void an_event_of_which_the_mapper_makes_nothing_is_left_out_counted_and_not_read_again()
      throws Exception {
    StreamClient stream = stream("left-out", 1);
    fill(stream, 10);
    Position end = Streams.events(stream, 0).get(9).position().next();
    Counter leftOut = new SimpleCounter();
    Records records = new Records();
    try (ShardSourceReader<String> reader =
        new ShardSourceReader<>(
            () -> reader(stream, List.of()),
            event -> event.payload().text().endsWith("3") ? null : event.payload().text(),
            leftOut,
            new Task())) {
      reader.start();
      reader.addSplits(List.of(new ShardSplit(0, 1, Position.START, end)));
      reader.notifyNoMoreSplits();
      while (poll(reader, records) != InputStatus.END_OF_INPUT) {
        assertThat(records.texts).hasSizeLessThanOrEqualTo(9);
      }
    }
    assertThat(records.texts).hasSize(9).doesNotContain("event-3");
    assertThat(leftOut.getCount()).isEqualTo(1);
  }

  private static InputStatus poll(ShardSourceReader<String> reader, Records records)
      throws Exception {
    InputStatus status = reader.pollNext(records);
    if (status == InputStatus.NOTHING_AVAILABLE) {
      reader.isAvailable().get();
    }
    return status;
  }

  private static void fill(StreamClient stream, int events) {
    Streams.append(
        stream,
        IntStream.range(0, events)
            .mapToObj(i -> NewEvent.of("key-" + i, Payload.text("event-" + i)))
            .toList());
  }

  private static List<ShardSplit> splits(@Nullable Position end) {
    return IntStream.range(0, SHARDS)
        .mapToObj(shard -> new ShardSplit(shard, 1, Position.START, end))
        .toList();
  }

  private static ShardReader reader(StreamClient stream, List<ShardSplit> splits) {
    ShardReader reader =
        new ShardReader(
            MessinaClient.connect(server.url()),
            stream.name().toString(),
            new ExpiredEvents(false, new UnregisteredMetricsGroup()));
    reader.handleSplitsChanges(new SplitsAddition<>(splits));
    return reader;
  }

  private static ShardSourceReader<String> sourceReader(StreamClient stream) {
    return new ShardSourceReader<>(
        () -> reader(stream, List.of()), event -> event.payload().text(), new Task());
  }

  /** Adds the events by shard, and returns the shards that are finished. */
  private static List<String> take(
      RecordsWithSplitIds<Event> fetched, Map<String, List<String>> read) {
    for (String shard = fetched.nextSplit(); shard != null; shard = fetched.nextSplit()) {
      for (Event event = fetched.nextRecordFromSplit();
          event != null;
          event = fetched.nextRecordFromSplit()) {
        read.computeIfAbsent(shard, any -> new ArrayList<>()).add(event.payload().text());
      }
    }
    return List.copyOf(fetched.finishedSplits());
  }

  private static int count(Map<String, List<String>> read) {
    return read.values().stream().mapToInt(List::size).sum();
  }

  /** What a reader puts out. */
  private static final class Records implements ReaderOutput<String> {

    private final List<String> texts = new ArrayList<>();
    private final List<Long> timestamps = new ArrayList<>();

    @Override
    public void collect(String text) {
      throw new AssertionError("an event without a time: " + text);
    }

    @Override
    public void collect(String text, long timestamp) {
      texts.add(text);
      timestamps.add(timestamp);
    }

    @Override
    public void emitWatermark(Watermark watermark) {}

    @Override
    public void markIdle() {}

    @Override
    public void markActive() {}

    @Override
    public SourceOutput<String> createOutputForSplit(String split) {
      return this;
    }

    @Override
    public void releaseOutputForSplit(String split) {}
  }

  /** The first subtask of a job. */
  private static final class Task implements SourceReaderContext {

    @Override
    public SourceReaderMetricGroup metricGroup() {
      return UnregisteredMetricsGroup.createSourceReaderMetricGroup();
    }

    @Override
    public Configuration getConfiguration() {
      return new Configuration();
    }

    @Override
    public String getLocalHostName() {
      return "here";
    }

    @Override
    public int getIndexOfSubtask() {
      return 0;
    }

    @Override
    public void sendSplitRequest() {
      throw new AssertionError("splits are not asked for");
    }

    @Override
    public void sendSourceEventToCoordinator(SourceEvent event) {
      throw new AssertionError("nothing is told: " + event);
    }

    @Override
    public UserCodeClassLoader getUserCodeClassLoader() {
      return SimpleUserCodeClassLoader.create(
          Objects.requireNonNull(Thread.currentThread().getContextClassLoader()));
    }
  }
}
