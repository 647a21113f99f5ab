package io.messina.features.node;

import static io.messina.features.FeatureRoom.AGE;
import static io.messina.features.FeatureRoom.PAGES;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ValueType;
import io.messina.features.FeatureRoom;
import io.messina.features.TestTime;
import io.messina.features.contents.ListAction;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.StreamId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A list and a scalar that feeds keep and clients change, without a stream and without real time.
 * Each history has a stream and entities of its own.
 */
final class ReplayWorld implements AutoCloseable {

  static final int ENTITIES = 2;
  static final int NODES = 2;
  static final int FEEDS = 3;
  static final int CLIENTS = 3;
  private static final Duration STEP = Duration.ofMillis(10);

  /** More than a deletion leaves between itself and what it deletes. */
  private static final int APART_MICROS = 50;

  private final TestTime time = new TestTime();
  private final FeatureRoom room;
  private final List<FeatureRoom> clients;
  private int histories;
  private int moments;

  // Of one history.
  private Instant begin = TestTime.BEGIN;
  private Optional<Duration> ttl = Optional.empty();
  private ReplayedStream stream = new ReplayedStream();
  private List<ReplayedFeed> feeds = List.of();
  private List<ReplayedList> lists = List.of();
  private List<ReplayedScalar> scalars = List.of();

  ReplayWorld(Function<InstantSource, Store> open) {
    room = new FeatureRoom(open.apply(time.wall()), time);
    room.store.create(FeedMarkTable.FEED_MARKS);
    clients = List.of(room, room.neighbour(), room.neighbour());
  }

  TestTime time() {
    return time;
  }

  void run(List<ReplayStep> steps) {
    begin();
    for (ReplayStep step : steps) {
      pass(STEP);
      take(step);
      check();
    }
    for (int feed = 0; feed < feeds.size(); feed++) {
      readAgain(feed);
    }
  }

  private void begin() {
    histories++;
    begin = time.now().truncatedTo(ChronoUnit.SECONDS);
    stream = new ReplayedStream();
    StreamId id = new StreamId(new StreamName("edits"), histories);
    feeds =
        IntStream.range(0, FEEDS)
            .mapToObj(
                n ->
                    new ReplayedFeed(
                        n, FeedRoom.context(room), FeedRoom.features(room), id, stream))
            .toList();
    Duration memory = room.store.limits().deleteMemory();
    lists = IntStream.range(0, ENTITIES).mapToObj(_ -> new ReplayedList(memory)).toList();
    scalars = IntStream.range(0, ENTITIES).mapToObj(_ -> new ReplayedScalar()).toList();
    live(Optional.empty());
  }

  private void take(ReplayStep step) {
    switch (step) {
      case ReplayStep.Append append -> append(append);
      case ReplayStep.Lane lane -> stream.lane(lane.shard());
      case ReplayStep.Feed feed -> feed(feed);
      case ReplayStep.Seek seek -> feeds.get(seek.feed()).seek(seek.shard(), seek.thousandths());
      case ReplayStep.Restart restart -> feeds.forEach(feed -> feed.restart(restart.node()));
      case ReplayStep.Anew anew -> feeds.get(anew.feed()).anew();
      case ReplayStep.Beside beside ->
          act(clients.get(beside.client()), beside.entity(), beside.action());
      case ReplayStep.Put put -> put(put);
      case ReplayStep.Delete delete -> {
        clients.get(delete.client()).scalars.delete(AGE, entity(delete.entity()));
        scalars.get(delete.entity()).delete(time.now());
      }
      case ReplayStep.Live live -> live(live.ttl());
      case ReplayStep.Pass pass -> pass(pass.duration());
    }
  }

  private void pass(Duration duration) {
    time.pass(duration);
    clients.forEach(client -> client.catalog.refresh());
  }

  private void put(ReplayStep.Put put) {
    Instant at = moment(put.seconds());
    clients.get(put.client()).scalars.put(AGE, entity(put.entity()), put.value(), at);
    scalars.get(put.entity()).put(put.value(), at);
  }

  private void append(ReplayStep.Append append) {
    for (int i = 0; i < append.said().size(); i++) {
      ReplayStep.Said said = append.said().get(i);
      stream.append(
          append.shard(),
          entity(said.entity()).text(),
          said,
          second(said.second()),
          moment(said.second() - 5),
          ReplayedStream.appended(time.now(), i));
    }
  }

  private void feed(ReplayStep.Feed step) {
    ReplayedFeed feed = feeds.get(step.feed());
    List<ReplayedStream.Told> batch = feed.next(step.shard(), step.events());
    if (!batch.isEmpty()) {
      if (step.markLost()) {
        feedUnmarked(feed, step.node(), batch);
      }
      long before = feed.written();
      feed.handle((step.node() + (step.markLost() ? 1 : 0)) % NODES, batch);
      told(feed, batch, feed.written() - before, !step.markLost());
      feed.commit(step.shard(), batch);
    }
  }

  private void feedUnmarked(ReplayedFeed feed, int node, List<ReplayedStream.Told> batch) {
    room.store.failWrites(key -> key.table().equals(FeedMarkTable.FEED_MARKS));
    long before = feed.written();
    try {
      feed.handle(node, batch);
    } catch (StoreUnavailableException _) {
      told(feed, batch, feed.written() - before, true);
    }
    room.store.failWrites(_ -> false);
  }

  /** So many events of a batch were written; those that were fed before are marked, or not. */
  private void told(
      ReplayedFeed feed, List<ReplayedStream.Told> batch, long written, boolean marked) {
    long first = batch.stream().filter(told -> !feed.isFed(told)).count();
    assertThat(written).isGreaterThanOrEqualTo(first);
    for (ReplayedStream.Told told : batch) {
      boolean again = feed.isFed(told);
      Optional<Duration> before = feed.fed(told, ttl);
      if (!again) {
        apply(feed, told);
      } else if (written > first) {
        assertThat(marked && isForgotten(told.event().appendTime())).isFalse();
        if (!before.equals(ttl)) {
          feed.item(told, second(told.said().second()))
              .ifPresent(item -> lists.get(told.said().entity()).unsure(item));
        }
      }
    }
  }

  private boolean isForgotten(Instant moment) {
    return moment.isBefore(time.now().minus(room.store.limits().deleteMemory()));
  }

  private void apply(ReplayedFeed feed, ReplayedStream.Told told) {
    int entity = told.said().entity();
    if (feed.isOfScalar()) {
      scalars.get(entity).put(FeatureValue.text(told.said().page()), told.at());
    } else {
      feed.item(told, second(told.said().second()))
          .ifPresent(
              item -> lists.get(entity).put(item, told.event().appendTime(), ttl, time.now()));
    }
  }

  private void act(FeatureRoom client, int number, ListAction action) {
    EntityId entity = entity(number);
    ReplayedList list = lists.get(number);
    Instant now = time.now();
    switch (action) {
      case ListAction.Add add -> {
        var _ = client.lists.add(PAGES, entity, add.items().stream().map(this::item).toList());
        add.items().forEach(it -> list.put(item(it), now, ttl, now));
      }
      case ListAction.Remove remove -> {
        client.lists.remove(PAGES, entity, remove.value());
        list.remove(remove.value(), ttl, now);
      }
      case ListAction.RemoveAll _ -> {
        client.lists.removeAll(PAGES, entity);
        list.removeAll(now);
      }
      case ListAction.Trim trim when list.isKnown() -> {
        List<ListItem> kept = items(entity, trim.newest());
        client.lists.trim(PAGES, entity, trim.newest());
        list.keep(Set.copyOf(kept), ttl, now);
      }
      case ListAction.Trim _ -> {}
      case ListAction.Wait _ -> {}
    }
  }

  /** From its first event to its end: nothing that was fed is written again. */
  private void readAgain(int feed) {
    feeds.get(feed).anew();
    for (int shard = 0; shard < ReplayedStream.SHARDS; shard++) {
      while (!feeds.get(feed).next(shard, 7).isEmpty()) {
        pass(STEP);
        feed(new ReplayStep.Feed(feed, 0, shard, 7, false));
      }
    }
    check();
  }

  private void live(Optional<Duration> duration) {
    ttl = duration;
    FeatureOptions list = FeatureOptions.list(ValueType.TEXT);
    FeatureOptions scalar = FeatureOptions.scalar(ValueType.TEXT);
    var _ = room.catalog.create(PAGES.name(), ttl.map(list::ttl).orElse(list));
    var _ = room.catalog.create(AGE.name(), ttl.map(scalar::ttl).orElse(scalar));
    clients.forEach(client -> client.catalog.refresh());
  }

  private void check() {
    for (int i = 0; i < ENTITIES; i++) {
      ReplayedList list = lists.get(i);
      assertThat(list.known(items(entity(i), 1_000))).isEqualTo(list.seen(ttl, time.now()));
      assertThat(room.scalars.get(List.of(AGE), List.of(entity(i))).getFirst())
          .containsExactly(scalars.get(i).seen(ttl, time.now()));
    }
  }

  private List<ListItem> items(EntityId entity, int limit) {
    return new ArrayList<>(room.lists.get(PAGES, entity, ListQuery.newest(limit)).items());
  }

  private EntityId entity(int number) {
    return new EntityId("entity " + histories + "." + number);
  }

  /** Items of steps are of some second after 1970. */
  private ListItem item(ListItem item) {
    return new ListItem(item.value(), second((int) item.time().getEpochSecond()));
  }

  private Instant second(int number) {
    return begin.plusSeconds(number);
  }

  /** A time near now that no other value is of. */
  private Instant moment(int seconds) {
    moments = (moments + 1) % 10_000;
    return time.now()
        .plusSeconds(seconds)
        .truncatedTo(ChronoUnit.SECONDS)
        .plus(moments * (long) APART_MICROS + 7, ChronoUnit.MICROS);
  }

  @Override
  public void close() {
    room.close();
  }
}
