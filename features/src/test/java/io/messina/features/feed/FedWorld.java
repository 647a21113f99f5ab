package io.messina.features.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.GroupName;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.FeedOptions;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ValueType;
import io.messina.features.Awaiting;
import io.messina.features.FeatureRef;
import io.messina.features.HurriedTime;
import io.messina.features.TestEngine;
import io.messina.features.TestFolder;
import io.messina.features.list.ListAction;
import io.messina.features.list.ListModel;
import io.messina.features.list.Lists;
import io.messina.features.node.Features;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.stream.Event;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A node whose only stream feeds its only list feature. Each history has entities of its own, while
 * replays feed those of earlier ones again too.
 */
final class FedWorld implements AutoCloseable {

  static final int ENTITIES = 2;
  private static final int SHARDS = 2;
  static final Instant BEGIN = Instant.parse("2015-09-12T00:00:00Z");

  private static final StreamName EDITS = new StreamName("edits");
  private static final FeatureName PAGES = new FeatureName("user", "pages");
  private static final FeatureRef PAGES_REF = FeatureRef.of(PAGES);
  private static final FeedName FEED = new FeedName("pages");

  private final TestFolder folder = TestFolder.create();
  private final Store store;
  private Streams streams;
  private Features features;
  private Stream edits;
  private final List<EntityId> entities = new ArrayList<>();
  private final List<ListModel> models = new ArrayList<>();

  FedWorld(TestEngine engine) {
    store = engine.open(folder.path(), InstantSource.system());
    start();
    var _ =
        features
            .catalog()
            .create(PAGES, FeatureOptions.list(ValueType.TEXT).ttl(FeatureOptions.TTL_MAX));
    createFeed();
    appendToAllShards();
  }

  void run(List<FeedStep> steps) {
    int earlier = entities.size();
    for (int i = earlier; i < earlier + ENTITIES; i++) {
      entities.add(new EntityId("entity " + i));
      models.add(new ListModel(false, FeatureOptions.TTL_MAX));
    }
    for (FeedStep step : steps) {
      take(step, earlier);
      check(earlier);
    }
    take(new FeedStep.Replay(true), earlier);
    check(0);
  }

  private void take(FeedStep step, int first) {
    switch (step) {
      case FeedStep.Append append -> {
        var _ = edits.append(append.said().stream().map(it -> event(first, it)).toList());
        awaitFed();
        append
            .said()
            .forEach(it -> apply(first + it.entity(), new ListAction.Add(List.of(it.item()))));
      }
      case FeedStep.Beside beside -> {
        act(entities.get(first + beside.entity()), beside.action());
        apply(first + beside.entity(), beside.action());
      }
      case FeedStep.Replay replay -> replay(replay.awaited());
      case FeedStep.Restart _ -> {
        stop();
        start();
      }
      case FeedStep.Anew _ -> {
        assertThat(features.feeds().delete(FEED)).isTrue();
        createFeed();
      }
    }
  }

  /** What waits for new events looks at where it should be only after a while. */
  private void replay(boolean awaited) {
    Awaiting.until(this::isRunning);
    if (awaited) {
      features.close();
      group().seek(Start.earliest());
      features = HurriedTime.start(store, streams);
      awaitFed();
    } else {
      group().seek(Start.earliest());
    }
  }

  private void act(EntityId entity, ListAction action) {
    Lists lists = features.lists();
    switch (action) {
      case ListAction.Add add -> lists.add(PAGES_REF, entity, add.items());
      case ListAction.Remove remove -> lists.remove(PAGES_REF, entity, remove.value());
      case ListAction.RemoveAll _ -> lists.removeAll(PAGES_REF, entity);
      case ListAction.Trim trim -> lists.trim(PAGES_REF, entity, trim.newest());
      case ListAction.Wait _ -> {}
    }
  }

  private void apply(int entity, ListAction action) {
    models.get(entity).apply(action, BEGIN);
  }

  private void check(int first) {
    for (int i = first; i < entities.size(); i++) {
      List<ListItem> expected = models.get(i).seen(BEGIN);
      Lists lists = features.lists();
      assertThat(lists.get(PAGES_REF, entities.get(i), ListQuery.newest(1_000)).items())
          .isEqualTo(expected);
      assertThat(lists.count(PAGES_REF, entities.get(i), Optional.empty(), Optional.empty()))
          .isEqualTo(expected.size());
    }
  }

  private void start() {
    streams = Streams.embedded(store);
    features = HurriedTime.start(store, streams);
    edits = streams.create(EDITS, shards()).value();
  }

  private void stop() {
    features.close();
    streams.close();
  }

  @Override
  public void close() {
    stop();
    store.close();
    folder.close();
  }

  /** What says nothing: how far a group is in a shard without events cannot be told. */
  private void appendToAllShards() {
    var _ =
        edits.append(
            IntStream.range(0, 16)
                .mapToObj(i -> Event.builder(Bytes.utf8("{}")).key(Bytes.utf8("key " + i)).build())
                .toList());
    awaitFed();
    assertThat(group().status().values()).allMatch(it -> it.end().sequence() > 0);
  }

  private void createFeed() {
    var _ =
        features
            .feeds()
            .create(FEED, FeedOptions.list(EDITS, PAGES.name(), "/user", "/page").time("/time"));
  }

  /** Once the feed has come to the end of all shards, be it for the first time or again. */
  private void awaitFed() {
    Awaiting.until(this::isRunning);
    Group group = group();
    Awaiting.until(
        () ->
            group.status().values().stream()
                    .filter(it -> it.followed().compareTo(it.end()) >= 0)
                    .count()
                == SHARDS);
  }

  private boolean isRunning() {
    return edits.groups().stream().anyMatch(it -> it.id().name().equals(groupName()));
  }

  private Group group() {
    return edits.group(groupName());
  }

  private GroupName groupName() {
    return FeedGroups.name(features.catalog().refresh().feed(FEED).orElseThrow());
  }

  private Event event(int first, FeedStep.Said said) {
    return Event.of(
        Bytes.utf8(
            "{\"user\":\"%s\",\"page\":\"%s\",\"time\":\"%s\"}"
                .formatted(
                    entities.get(first + said.entity()),
                    said.item().value().text(),
                    said.item().time())));
  }

  private static StreamOptions shards() {
    StreamOptions usual = StreamOptions.DEFAULT;
    return new StreamOptions(
        SHARDS,
        usual.retention(),
        usual.deduplicate(),
        usual.key(),
        usual.time(),
        usual.schema(),
        usual.placement());
  }
}
