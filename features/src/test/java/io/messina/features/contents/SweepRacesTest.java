package io.messina.features.contents;

import static io.messina.features.FeatureRoom.ALICE;
import static io.messina.features.FeatureRoom.PAGES;
import static io.messina.features.FeatureRoom.item;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureKind;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.SweepPage;
import io.messina.api.feature.SweepQuery;
import io.messina.api.feature.ValueType;
import io.messina.features.FeatureRef;
import io.messina.features.FeatureRoom;
import io.messina.features.OnEachEngine;
import io.messina.features.StoredFeature;
import io.messina.features.TestTime;
import io.messina.runtime.definition.Precondition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** One node sweeps while another one creates, deletes and adds. */
@ParameterizedClass
@MethodSource("io.messina.features.TestEngine#memoryAndRocks")
final class SweepRacesTest extends OnEachEngine {

  private static final FeatureName NAME = PAGES.name();
  private static final FeatureOptions TEXTS = FeatureOptions.list(ValueType.TEXT);
  private static final FeatureRef VERSION = PAGES.in(new FeatureVersion("v2"));
  private static final ListItem ITEM = item("a", 1);
  private static final int ROUNDS = 20;

  @AutoClose private FeatureRoom other;

  @BeforeEach
  void open() {
    other = room.neighbour();
  }

  @Test
  void what_only_the_other_node_knows_is_not_taken_for_deleted() {
    other.catalog.create(NAME, TEXTS);
    other.catalog.createVersion(NAME, new FeatureVersion("v2"), Precondition.NONE);
    other.lists.add(PAGES, ALICE, List.of(ITEM));
    other.lists.add(VERSION, ALICE, List.of(ITEM));
    assertThat(room.catalog.view().features().living()).isEmpty();
    assertThat(sweep().features()).isEmpty();
    assertItem(other, PAGES, ALICE);
    assertItem(other, VERSION, ALICE);
  }

  @Test
  void what_only_the_other_node_has_deleted_goes() {
    room.catalog.create(NAME, TEXTS);
    room.lists.add(PAGES, ALICE, List.of(ITEM));
    other.catalog.refresh();
    other.catalog.delete(NAME, Precondition.NONE);
    assertThat(room.catalog.view().features().living()).hasSize(1);
    assertThat(sweep().deleted()).isEqualTo(1);
  }

  @Test
  void what_is_created_anew_while_the_walk_is_under_way_is_kept() {
    List<EntityId> entities = IntStream.range(0, 50).mapToObj(i -> new EntityId("e" + i)).toList();
    other.catalog.create(NAME, TEXTS);
    entities.forEach(entity -> other.lists.add(PAGES, entity, List.of(ITEM)));
    AtomicBoolean walking = new AtomicBoolean();
    room.store.fail(
        _ -> {
          if (walking.compareAndSet(false, true)) {
            other.catalog.delete(NAME, Precondition.NONE);
            other.catalog.create(NAME, TEXTS);
            entities.forEach(entity -> other.lists.add(PAGES, entity, List.of(ITEM)));
          }
          return false;
        });
    int deleted = sweep().deleted();
    assertThat(deleted + sweep().deleted()).isEqualTo(50);
    entities.forEach(entity -> assertItem(other, PAGES, entity));
  }

  @Test
  void what_a_node_writes_that_does_not_know_of_the_deletion_goes_with_the_next_sweep() {
    room.catalog.create(NAME, TEXTS);
    room.lists.add(PAGES, ALICE, List.of(ITEM));
    other.catalog.refresh();
    StoredFeature known = other.catalog.find(PAGES, FeatureKind.LIST);
    room.catalog.delete(NAME, Precondition.NONE);
    assertThat(sweep().deleted()).isEqualTo(1);
    time.set(TestTime.BEGIN);
    other.lists.addAsOf(
        known, ALICE, List.of(ITEM), time.now().plusSeconds(60).toEpochMilli() * 1_000);
    time.pass(Duration.ofSeconds(61));
    assertThat(sweep().deleted()).isEqualTo(1);
    assertThat(sweep().deleted()).isZero();
  }

  @Test
  void sweeping_all_the_time_takes_nothing_that_stands() {
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> sweeping =
          threads.submit(
              () -> {
                while (!done.get()) {
                  var _ = sweep();
                }
              });
      Future<?> working = threads.submit(this::createAddAndDelete);
      try {
        assertThat(working).succeedsWithin(120, TimeUnit.SECONDS);
      } finally {
        done.set(true);
      }
      assertThat(sweeping).succeedsWithin(60, TimeUnit.SECONDS);
    }
    time.pass(Duration.ofSeconds(1));
    var _ = sweep();
    assertThat(sweep().features()).isEmpty();
  }

  private void createAddAndDelete() {
    for (int i = 0; i < ROUNDS; i++) {
      other.catalog.create(NAME, TEXTS);
      other.catalog.createVersion(NAME, new FeatureVersion("v2"), Precondition.NONE);
      for (FeatureRef each : List.of(PAGES, VERSION)) {
        other.lists.add(each, ALICE, List.of(ITEM));
        assertItem(other, each, ALICE);
      }
      assertThat(other.catalog.deleteVersion(NAME, new FeatureVersion("v2"), Precondition.NONE))
          .isTrue();
      assertItem(other, PAGES, ALICE);
      assertThat(other.catalog.delete(NAME, Precondition.NONE)).isTrue();
    }
  }

  private SweepPage sweep() {
    return room.sweep.sweep(new SweepQuery(false, 1_000, Optional.empty()));
  }

  private static void assertItem(FeatureRoom node, FeatureRef feature, EntityId entity) {
    assertThat(node.lists.get(feature, entity, ListQuery.newest(9)).items()).containsExactly(ITEM);
  }
}
