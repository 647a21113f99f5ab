package io.messina.features;

import static io.messina.features.FeatureRoom.ALICE;
import static io.messina.features.FeatureRoom.PAGES;
import static io.messina.features.FeatureRoom.item;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.FeedOptions;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ValueType;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Precondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Two nodes change the same features at the same time. */
@ParameterizedClass
@MethodSource("io.messina.features.TestEngine#memoryAndRocks")
final class FeatureRacesTest extends OnEachEngine {

  private static final FeatureName NAME = PAGES.name();
  private static final FeatureOptions TEXTS = FeatureOptions.list(ValueType.TEXT);
  private static final FeatureVersion V1 = new FeatureVersion("v1");
  private static final FeatureVersion V2 = new FeatureVersion("v2");
  private static final FeedName FEED = new FeedName("pages");
  private static final int ROUNDS = 10;

  @AutoClose private FeatureRoom other;

  @BeforeEach
  void open() {
    other = room.neighbour();
  }

  @Test
  void each_creation_of_a_feature_is_empty_and_none_is_there_twice() {
    Queue<String> keys = new ConcurrentLinkedQueue<>();
    AtomicInteger deletions = new AtomicInteger();
    Runnable first = () -> createAndDelete(room, keys, deletions);
    Runnable second = () -> createAndDelete(other, keys, deletions);
    together(first, second);
    assertThat(keys).doesNotHaveDuplicates();
    assertThat(deletions.get()).isEqualTo(keys.size());
    room.catalog.create(NAME, TEXTS);
    assertThat(room.lists.get(PAGES, ALICE, ListQuery.newest(9)).items()).isEmpty();
  }

  @Test
  void versions_are_created_and_deleted_by_both_and_none_is_there_twice() {
    room.catalog.create(NAME, TEXTS);
    Queue<String> keys = new ConcurrentLinkedQueue<>();
    together(() -> createAndDeleteVersion(room, keys), () -> createAndDeleteVersion(other, keys));
    assertThat(keys).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(ROUNDS);
  }

  @Test
  void readers_of_the_latest_see_one_version_or_the_other_while_it_moves_there_and_back() {
    room.catalog.create(NAME, TEXTS);
    for (FeatureVersion version : List.of(V1, V2)) {
      room.catalog.createVersion(NAME, version, Precondition.NONE);
      room.lists.add(PAGES.in(version), ALICE, itemsOf(version).reversed());
    }
    room.catalog.complete(NAME, V1, Precondition.NONE);
    other.catalog.refresh();
    together(
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            room.catalog.complete(NAME, i % 2 == 0 ? V2 : V1, Precondition.NONE);
          }
        },
        () -> {
          for (int i = 0; i < 5 * ROUNDS; i++) {
            for (FeatureRoom reader : List.of(room, other)) {
              assertThat(reader.lists.get(PAGES.inLatest(), ALICE, ListQuery.newest(9)).items())
                  .isIn(itemsOf(V1), itemsOf(V2));
            }
          }
        });
    assertThat(other.catalog.refresh().feature(NAME).orElseThrow().latest()).isEqualTo(V1);
  }

  @Test
  void no_feed_feeds_a_feature_that_is_deleted_at_the_same_time() {
    FeedOptions options = FeedOptions.list(new StreamName("edits"), NAME.name(), "/user", "/page");
    for (int i = 0; i < ROUNDS; i++) {
      room.catalog.create(NAME, TEXTS);
      other.catalog.refresh();
      together(
          () -> unlessRefused(() -> room.catalog.delete(NAME, Precondition.NONE)),
          () -> unlessRefused(() -> other.catalog.putFeed(FEED, options, Precondition.NONE)));
      FeatureView view = room.catalog.refresh();
      assertThat(view.feature(NAME).isPresent()).isEqualTo(view.feed(FEED).isPresent());
      var _ = room.catalog.deleteFeed(FEED, Precondition.NONE);
    }
  }

  private static void unlessRefused(Runnable change) {
    try {
      change.run();
    } catch (RequestException.Refused | RequestException.NotFound _) {
      // the other one was faster
    }
  }

  private static void createAndDelete(
      FeatureRoom node, Queue<String> keys, AtomicInteger deletions) {
    for (int i = 0; i < ROUNDS; i++) {
      Created<FeatureRow> created = node.catalog.createRow(NAME, _ -> TEXTS, Precondition.NONE);
      if (created.isNew()) {
        keys.add(created.value().stored(NAME, FeatureVersion.FIRST).orElseThrow().key());
      }
      addUnlessGone(node, PAGES);
      if (node.catalog.delete(NAME, Precondition.NONE)) {
        deletions.incrementAndGet();
      }
    }
  }

  private static void createAndDeleteVersion(FeatureRoom node, Queue<String> keys) {
    for (int i = 0; i < ROUNDS; i++) {
      Created<FeatureRow> created = node.catalog.createVersionRow(NAME, V2, Precondition.NONE);
      if (created.isNew()) {
        keys.add(created.value().stored(NAME, V2).orElseThrow().key());
      }
      addUnlessGone(node, PAGES.in(V2));
      node.catalog.deleteVersion(NAME, V2, Precondition.NONE);
    }
  }

  private static void addUnlessGone(FeatureRoom node, FeatureRef feature) {
    try {
      node.lists.add(feature, ALICE, List.of(item("a", 1)));
    } catch (RequestException.NotFound _) {
      // the other one was faster
    }
  }

  private static List<ListItem> itemsOf(FeatureVersion version) {
    return List.of(item(version.text() + " new", 2), item(version.text() + " old", 1));
  }

  private static void together(Runnable... actions) {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      for (Runnable action : actions) {
        running.add(threads.submit(action));
      }
      for (Future<?> it : running) {
        assertThat(it).succeedsWithin(60, TimeUnit.SECONDS);
      }
    }
  }
}
