package io.messina.features.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.features.FeatureRoom;
import io.messina.features.TestEngine;
import io.messina.features.TestTime;
import io.messina.store.Bytes;
import io.messina.store.HybridClock;
import io.messina.store.RowKey;
import io.messina.store.Store;
import io.messina.stream.Event;
import io.messina.stream.EventId;
import io.messina.stream.Position;
import io.messina.stream.StoredEvent;
import io.messina.stream.node.Streams;
import io.messina.stream.node.Together;
import io.messina.testkit.SimulatedStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FeedMarkTest {

  private static final RowKey KEY = FeedMarkTable.key("pages~1", "user#pages|", "edits~1/0");
  private static final Duration MEMORY = Duration.ofDays(10);

  @TempDir private Path folder;
  private final TestTime time = new TestTime();
  private final Store other = SimulatedStore.calm(InstantSource.system());
  private final Streams streams = Streams.embedded(other);
  private FeatureRoom room;
  private FeedSite site;

  @BeforeEach
  void open() {
    room = new FeatureRoom(TestEngine.ROCKS.open(folder, time.wall()), time);
    room.store.create(FeedMarkTable.FEED_MARKS);
    assertThat(room.store.limits().deleteMemory()).isEqualTo(MEMORY);
    site =
        new FeedSite(
            room.store,
            streams,
            room.catalog,
            room.lists,
            room.scalars,
            new HybridClock(time.wall(), 0),
            time,
            Thread.ofVirtual().factory(),
            new Together(Thread.ofVirtual().factory(), 1));
  }

  @AfterEach
  void close() {
    room.close();
    streams.close();
    other.close();
  }

  @Test
  void only_what_was_fed_and_is_older_than_removals_are_remembered_is_passed_over() {
    FeedMark mark = FeedMark.read(site, KEY);
    StoredEvent fed = event(5, time.now());
    StoredEvent later = event(6, time.now());
    mark.advance(fed.id().position());
    assertThat(FeedMark.read(site, KEY).isPast(fed)).isFalse();
    time.pass(MEMORY);
    assertThat(FeedMark.read(site, KEY).isPast(fed)).isTrue();
    assertThat(FeedMark.read(site, KEY).isPast(later)).isFalse();
    assertThat(mark.isPast(fed)).isTrue();
  }

  @Test
  void the_mark_is_written_once_a_minute_and_never_goes_back() {
    FeedMark mark = FeedMark.read(site, KEY);
    room.store.writes();
    for (int i = 1; i <= 100; i++) {
      mark.advance(new Position(1, i));
    }
    assertThat(room.store.writes()).isEqualTo(1);
    time.pass(Duration.ofMinutes(1));
    mark.advance(new Position(1, 101));
    time.pass(Duration.ofMinutes(1));
    mark.advance(new Position(1, 50));
    assertThat(room.store.writes()).isEqualTo(1);
    time.pass(MEMORY);
    StoredEvent last = event(101, TestTime.BEGIN);
    assertThat(FeedMark.read(site, KEY).isPast(last)).isTrue();
  }

  private static StoredEvent event(long sequence, Instant appended) {
    return new StoredEvent(
        new EventId(1, 0, 0, new Position(1, sequence)), Event.of(Bytes.utf8("{}")), appended);
  }
}
