package io.messina.features;

import static io.messina.features.FeatureRoom.PAGES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.StreamName;
import io.messina.api.WireException;
import io.messina.api.feature.FeatureKind;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.FeedOptions;
import io.messina.api.feature.ValueType;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Precondition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("io.messina.features.TestEngine#memory")
final class FeatureCatalogTest extends OnEachEngine {

  private static final FeatureName NAME = PAGES.name();
  private static final FeatureOptions TEXTS = FeatureOptions.list(ValueType.TEXT);
  private static final FeatureVersion V2 = new FeatureVersion("v2");
  private static final FeedName FEED = new FeedName("pages");

  @AutoClose private FeatureRoom other;

  @BeforeEach
  void open() {
    other = room.neighbour();
  }

  @Test
  void a_feature_is_created_once_and_seen_by_all() {
    assertThat(room.catalog.create(NAME, TEXTS).isNew()).isTrue();
    assertThat(other.catalog.create(NAME, TEXTS).isNew()).isFalse();
    assertThat(other.catalog.refresh()).isEqualTo(room.catalog.view());
    assertThat(room.catalog.delete(NAME, Precondition.NONE)).isTrue();
    assertThat(other.catalog.delete(NAME, Precondition.NONE)).isFalse();
  }

  @Test
  void the_ttl_can_be_changed_and_nothing_else() {
    room.catalog.create(NAME, TEXTS);
    FeatureOptions kept = TEXTS.ttl(Duration.ofDays(36_500));
    assertThat(room.catalog.create(NAME, kept).isNew()).isFalse();
    assertThat(other.catalog.refresh().feature(NAME).orElseThrow().options()).isEqualTo(kept);
    checkUnchanged(TEXTS.unique(true), "unique: true (expected: false");
    checkUnchanged(FeatureOptions.list(ValueType.BYTES), "value_type: bytes (expected: text");
    checkUnchanged(FeatureOptions.scalar(ValueType.TEXT), "type: scalar (expected: list");
  }

  private void checkUnchanged(FeatureOptions wrong, String sentence) {
    assertThatThrownBy(() -> room.catalog.create(NAME, wrong))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessage("user/recent_pages: " + sentence + ", as it was created)");
  }

  @Test
  void what_a_request_leaves_as_it_stands_it_takes_from_what_others_have_just_written() {
    room.catalog.create(NAME, TEXTS.ttl(Duration.ofDays(1)));
    other.catalog.refresh();
    room.catalog.create(NAME, TEXTS);
    FeatureOptions answered =
        other
            .catalog
            .create(NAME, standing -> standing.orElse(TEXTS), Precondition.NONE)
            .value()
            .options();
    assertThat(answered).isEqualTo(TEXTS);
    assertThat(room.catalog.refresh().feature(NAME).orElseThrow().options()).isEqualTo(TEXTS);
  }

  @Test
  void what_was_created_a_moment_ago_is_found_by_every_node() {
    other.catalog.refresh();
    room.catalog.create(NAME, TEXTS);
    assertThat(other.catalog.find(PAGES, FeatureKind.LIST).options()).isEqualTo(TEXTS);
    room.catalog.createVersion(NAME, V2, Precondition.NONE);
    assertThat(other.catalog.find(PAGES.in(V2), FeatureKind.LIST).key())
        .isEqualTo("user#recent_pages|v2");
    room.catalog.putFeed(FEED, fed(), Precondition.NONE);
    assertThat(other.catalog.feed(FEED).options()).isEqualTo(fed());
  }

  @Test
  void names_that_are_nowhere_are_looked_for_every_100_ms_at_most() {
    room.catalog.refresh();
    Instant begun = time.now();
    int reads = room.store.during(this::missOften).fencedReads();
    long paces = Duration.between(begun, time.now()).dividedBy(SecondLook.PACE);
    assertThat((long) reads).isBetween(1L, 1 + paces);
  }

  private void missOften() {
    List<Future<?>> missed = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 200; i++) {
        missed.add(threads.submit(() -> room.catalog.find(PAGES, FeatureKind.LIST)));
      }
    }
    assertThat(missed)
        .allSatisfy(
            it -> assertThat(it.exceptionNow()).isInstanceOf(RequestException.NotFound.class));
  }

  @Test
  void a_deleted_feature_is_out_of_reach_of_other_nodes_within_two_seconds() {
    room.catalog.create(NAME, TEXTS);
    other.catalog.refresh();
    room.catalog.delete(NAME, Precondition.NONE);
    time.pass(Duration.ofMillis(1_500));
    assertThatThrownBy(() -> other.catalog.find(PAGES, FeatureKind.LIST))
        .isInstanceOf(RequestException.NotFound.class)
        .hasMessage("feature: user/recent_pages (expected: one that was created)");
  }

  @Test
  void one_that_is_created_again_is_answered_when_nobody_takes_it_for_the_former_one() {
    room.catalog.create(NAME, TEXTS);
    room.catalog.delete(NAME, Precondition.NONE);
    Instant before = time.now();
    room.catalog.create(NAME, TEXTS);
    assertThat(time.now()).isEqualTo(before.plusSeconds(2));
  }

  @Test
  void versions_come_and_go_but_the_latest_stays() {
    room.catalog.create(NAME, TEXTS);
    assertThat(room.catalog.createVersion(NAME, V2, Precondition.NONE).isNew()).isTrue();
    assertThat(room.catalog.createVersion(NAME, V2, Precondition.NONE).isNew()).isFalse();
    assertThat(room.catalog.complete(NAME, V2, Precondition.NONE).latest()).isEqualTo(V2);
    assertThat(other.catalog.refresh().feature(NAME).orElseThrow().latest()).isEqualTo(V2);
    assertThatThrownBy(() -> room.catalog.deleteVersion(NAME, V2, Precondition.NONE))
        .hasMessage("version: \"v2\" (expected: another than the latest one; complete one first)");
    room.catalog.complete(NAME, FeatureVersion.FIRST, Precondition.NONE);
    assertThat(room.catalog.deleteVersion(NAME, V2, Precondition.NONE)).isTrue();
    assertThat(room.catalog.deleteVersion(NAME, V2, Precondition.NONE)).isFalse();
    assertThatThrownBy(() -> room.catalog.complete(NAME, V2, Precondition.NONE))
        .isInstanceOf(RequestException.NotFound.class);
    assertThatThrownBy(() -> room.catalog.find(PAGES.in(V2), FeatureKind.LIST))
        .hasMessage("version: \"v2\" of user/recent_pages (expected: one that was created)");
    assertThatThrownBy(
            () -> room.catalog.createVersion(new FeatureName("a", "b"), V2, Precondition.NONE))
        .isInstanceOf(RequestException.NotFound.class);
  }

  @Test
  void there_is_a_bound_to_versions() {
    room.catalog.create(NAME, TEXTS);
    for (int i = 1; i < FeatureDecisions.VERSIONS_MAX; i++) {
      room.catalog.createVersion(NAME, new FeatureVersion("v" + i), Precondition.NONE);
    }
    assertThatThrownBy(
            () -> room.catalog.createVersion(NAME, new FeatureVersion("more"), Precondition.NONE))
        .hasMessage("versions: 100 (expected: fewer before another is created)");
  }

  @Test
  void definitions_that_cannot_be_read_any_more_are_no_longer_read_lately() {
    room.catalog.refresh();
    assertThat(room.catalog.isReadWithin(Duration.ofSeconds(10))).isTrue();
    time.pass(Duration.ofSeconds(10));
    assertThat(room.catalog.isReadWithin(Duration.ofSeconds(10))).isFalse();
    assertThat(room.catalog.isLoaded()).isTrue();
  }

  @Test
  void what_is_fed_is_not_deleted() {
    FeedOptions feed = fed();
    assertThatThrownBy(() -> room.catalog.putFeed(FEED, feed, Precondition.NONE))
        .isInstanceOf(RequestException.NotFound.class);
    room.catalog.create(NAME, TEXTS);
    assertThat(room.catalog.putFeed(FEED, feed, Precondition.NONE).isNew()).isTrue();
    assertThat(other.catalog.putFeed(FEED, feed, Precondition.NONE).isNew()).isFalse();
    assertThat(other.catalog.refresh().feed(FEED).orElseThrow().options()).isEqualTo(feed);
    assertThatThrownBy(() -> room.catalog.delete(NAME, Precondition.NONE))
        .hasMessage("user/recent_pages: fed by pages (expected: no feed; delete it first)");
    assertThat(room.catalog.deleteFeed(FEED, Precondition.NONE)).isTrue();
    assertThat(room.catalog.deleteFeed(FEED, Precondition.NONE)).isFalse();
    assertThat(room.catalog.delete(NAME, Precondition.NONE)).isTrue();
  }

  private static FeedOptions fed() {
    return FeedOptions.list(new StreamName("edits"), NAME.name(), "/user", "/page").time("/time");
  }

  @Test
  void a_time_to_live_is_whole_seconds_up_to_a_hundred_years() {
    for (Duration wrong :
        new Duration[] {
          Duration.ZERO, Duration.ofMillis(1_500), Duration.ofDays(36_501), Duration.ofDays(-1)
        }) {
      assertThatThrownBy(() -> TEXTS.ttl(wrong)).isInstanceOf(WireException.class);
    }
    assertThatThrownBy(() -> FeatureOptions.scalar(ValueType.TEXT).unique(true))
        .isInstanceOf(WireException.class);
  }
}
