package io.messina.features.node;

import static io.messina.features.FeatureRoom.AGE;
import static io.messina.features.FeatureRoom.ALICE;
import static io.messina.features.FeatureRoom.PAGES;

import io.messina.api.Position;
import io.messina.api.StreamName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.FeedOptions;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ValueType;
import io.messina.features.FeatureRef;
import io.messina.features.FeatureRoom;
import io.messina.features.TestTime;
import io.messina.runtime.Context;
import io.messina.runtime.ParallelCalls;
import io.messina.runtime.definition.Precondition;
import io.messina.store.Bytes;
import io.messina.store.PartitionKey;
import io.messina.store.PartitionWalk;
import io.messina.store.Row;
import io.messina.store.Store;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamId;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Feeds whose events a test makes up: each node is a handler, the events come from no stream. */
final class FeedRoom implements AutoCloseable {

  static final FeatureVersion OTHER = new FeatureVersion("2");

  private static final StreamId STREAM = new StreamId(new StreamName("edits"), 1);

  final FeatureRoom room;
  final FeedTally tally = new FeedTally();
  private final TestTime time;
  private final Context context;
  private final FedFeatures features;
  private boolean gaps;

  /** A room on an empty store. */
  FeedRoom(Store store, TestTime time) {
    this.time = time;
    room = new FeatureRoom(store, time);
    room.store.create(FeedMarkTable.FEED_MARKS);
    var _ = room.catalog.create(PAGES.name(), FeatureOptions.list(ValueType.TEXT));
    var _ = room.catalog.createVersion(PAGES.name(), OTHER, Precondition.NONE);
    var _ = room.catalog.create(AGE.name(), FeatureOptions.scalar(ValueType.TEXT));
    context = context(room);
    features = features(room);
  }

  static Context context(FeatureRoom room) {
    return new Context(
        room.store, room.time, new SplittableRandom(1), Thread.ofVirtual().factory());
  }

  static FedFeatures features(FeatureRoom room) {
    return new FedFeatures(
        room.catalog,
        room.lists,
        room.scalars,
        new FeedWork(new ParallelCalls(Thread.ofVirtual().factory(), 1), 1));
  }

  /** From now on events may stand between those that are fed, or not. */
  void leavesOut(boolean some) {
    gaps = some;
  }

  /** A node that feeds, as it is when it has begun. */
  FeedHandler node(FeatureRef feature) {
    return node(feature, FeatureVersion.FIRST);
  }

  FeedHandler node(FeatureRef feature, FeatureVersion version) {
    return node(feature, version, "/page");
  }

  FeedHandler node(FeatureRef feature, FeatureVersion version, String value) {
    FeedOptions options =
        FeedOptions.list(STREAM.name(), feature.name().name(), "/user", value)
            .version(version)
            .time("/time");
    FeedDefinition feed = new FeedDefinition(new FeedName("pages"), 1, options, "tag");
    return new FeedHandler(
        features,
        feed,
        new FeedProgress(context, options, STREAM, (shard, last, first) -> gaps),
        tally);
  }

  /** Events of one shard, each appended a second after the one before. */
  static List<StoredEvent> events(int first, int last) {
    return IntStream.rangeClosed(first, last).mapToObj(n -> event(n, at(n))).toList();
  }

  static StoredEvent event(int number, Instant time) {
    return new StoredEvent(
        new EventAddress(1, 0, 0, new Position(1, number)),
        Event.of(
            Bytes.utf8(
                "{\"user\":\"alice\",\"page\":\"%d\",\"link\":\"to %d\",\"time\":\"%s\"}"
                    .formatted(number, number, time))),
        at(number));
  }

  static Instant at(int number) {
    return TestTime.BEGIN.plusSeconds(number);
  }

  /** Afterwards no removal of before is remembered. */
  void forgetRemovals() {
    time.pass(room.store.limits().deleteMemory().plus(Duration.ofHours(1)));
    room.catalog.refresh();
  }

  /** How many rows the marks of all feeds have. */
  long marks() {
    long rows = 0;
    Iterator<PartitionKey> marks =
        room.store.partitions(PartitionWalk.of(FeedMarkTable.FEED_MARKS));
    while (marks.hasNext()) {
      Iterator<Row> stretches = room.store.scan(FeedMarkTable.scan(marks.next()));
      while (stretches.hasNext()) {
        stretches.next();
        rows++;
      }
    }
    return rows;
  }

  /** Alice's pages, as the API sees them. */
  long pages() {
    return room.lists.get(PAGES, ALICE, ListQuery.newest(1_000)).items().size();
  }

  @Override
  public void close() {
    room.close();
  }
}
