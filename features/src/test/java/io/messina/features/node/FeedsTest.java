package io.messina.features.node;

import static io.messina.features.FeatureRoom.ALICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.api.WireException;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.FeedCounts;
import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.FeedOptions;
import io.messina.api.feature.FeedStatus;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ValueAnswer;
import io.messina.api.feature.ValueType;
import io.messina.features.FeatureRef;
import io.messina.features.TestEngine;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Precondition;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.stream.Event;
import io.messina.stream.node.Stream;
import io.messina.stream.node.Streams;
import io.messina.stream.testkit.HurriedTime;
import io.messina.testkit.SystemWaiting;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("io.messina.features.TestEngine#memory")
final class FeedsTest {

  private static final StreamName EDITS = new StreamName("edits");
  private static final FeatureName PAGES = new FeatureName("user", "pages");
  private static final FeatureName LAST = new FeatureName("user", "last_page");
  private static final FeedName FEED = new FeedName("pages");
  private static final GroupName GROUP = new GroupName("features.pages.1");
  private static final EntityId BOB = new EntityId("7");
  private static final Instant BEGIN = Instant.parse("2015-09-12T00:00:00Z");

  @Parameter private TestEngine engine;
  @TempDir private Path folder;
  private Store store;
  private Streams streams;
  private Features features;
  private Stream edits;

  @BeforeEach
  void open() {
    store = engine.open(folder, InstantSource.system());
    start();
    features
        .catalog()
        .create(PAGES, FeatureOptions.list(ValueType.TEXT).ttl(Duration.ofDays(36_500)));
    features.catalog().create(LAST, FeatureOptions.scalar(ValueType.TEXT));
  }

  private void start() {
    streams = HurriedTime.streams(store);
    features = Features.start(HurriedTime.context(store), streams);
    edits = streams.create(EDITS, StreamOptions.DEFAULT.shards(4)).value();
  }

  @AfterEach
  void close() {
    features.close();
    streams.close();
    store.close();
  }

  @Test
  void a_stream_feeds_a_list_and_what_says_nothing_is_skipped_and_counted() {
    features.feeds().create(FEED, feed(PAGES));
    append("\"alice\"", "a", 1);
    append("7", "b", 2);
    append("\"alice\"", "c", 3);
    appendRaw("no json");
    appendRaw("{\"user\":\"alice\",\"page\":7,\"time\":\"2015-09-12T00:00:09Z\"}");
    appendRaw("{\"user\":\"alice\",\"page\":\"d\",\"time\":\"yesterday\"}");
    appendRaw("{\"page\":\"d\",\"time\":\"2015-09-12T00:00:09Z\"}");
    append("\"alice\"", "e", 5);

    SystemWaiting.until(() -> features.feeds().isDrained(FEED));
    assertThat(counts().fed()).isEqualTo(4);
    assertThat(counts().skipped()).isEqualTo(4);
    assertThat(pages(ALICE)).containsExactly(item("e", 5), item("c", 3), item("a", 1));
    assertThat(pages(BOB)).containsExactly(item("b", 2));
    assertThat(counts().lastSkip().orElseThrow()).contains("(expected: ");
  }

  @Test
  void replays_neither_bring_back_what_was_removed_nor_hide_what_was_added_beside() {
    features.feeds().create(FEED, feed(PAGES));
    for (int i = 0; i < 20; i++) {
      append("\"alice\"", "page " + i % 5, i);
    }
    SystemWaiting.until(() -> counts().fed() == 20);
    FeatureRef pages = FeatureRef.of(PAGES);
    features.lists().remove(pages, ALICE, FeatureValue.text("page 3"));
    features.lists().add(pages, ALICE, List.of(item("mine", 3)));
    List<ListItem> standing = pages(ALICE);
    assertThat(standing).hasSize(17);

    edits.group(GROUP).seek(Start.earliest());

    SystemWaiting.until(() -> counts().passed() == 20);
    assertThat(pages(ALICE)).isEqualTo(standing);
  }

  @Test
  void what_is_appended_after_all_was_removed_is_there_also_just_after_a_restart() {
    features.feeds().create(FEED, feed(PAGES));
    append("\"alice\"", "a", 1);
    SystemWaiting.until(() -> counts().fed() == 1);
    for (int i = 0; i < 2; i++) {
      features.close();
      streams.close();
      start();
    }
    features.lists().removeAll(FeatureRef.of(PAGES), ALICE);
    append("\"alice\"", "b", 2);
    SystemWaiting.until(() -> !pages(ALICE).isEmpty());
    assertThat(pages(ALICE)).containsExactly(item("b", 2));
  }

  @Test
  void a_scalar_has_the_value_of_the_newest_event_time() {
    features
        .feeds()
        .create(FEED, FeedOptions.scalar(EDITS, LAST.name(), "/user", "/page").time("/time"));
    append("\"alice\"", "late", 9);
    append("\"alice\"", "early", 1);
    SystemWaiting.until(() -> counts().fed() == 2);
    assertThat(features.scalars().get(List.of(FeatureRef.of(LAST)), List.of(ALICE)).getFirst())
        .containsExactly(new ValueAnswer.Present(FeatureValue.text("late"), BEGIN.plusSeconds(9)));
  }

  @Test
  void a_deleted_feed_feeds_no_more_and_one_that_is_there_again_begins_anew() {
    FeedDefinition feed = features.feeds().create(FEED, feed(PAGES)).value();
    append("\"alice\"", "a", 1);
    SystemWaiting.until(() -> counts().fed() == 1);
    assertThat(features.feeds().delete(FEED)).isTrue();
    assertThat(edits.groups()).isEmpty();
    assertThat(features.feeds().status(feed).running()).isFalse();
    assertThat(counts()).isEqualTo(FeedCounts.NONE);
    features.lists().removeAll(FeatureRef.of(PAGES), ALICE);
    append("\"alice\"", "b", 2);
    assertThat(features.catalog().delete(PAGES, Precondition.NONE)).isTrue();
    features.catalog().create(PAGES, FeatureOptions.list(ValueType.TEXT));
    features.feeds().create(FEED, feed(PAGES));
    SystemWaiting.until(() -> counts().fed() == 2);
    assertThat(pages(ALICE)).containsExactly(item("b", 2), item("a", 1));
  }

  @Test
  void a_feed_that_is_there_again_knows_what_the_one_before_it_has_fed() {
    features.feeds().create(FEED, feed(PAGES));
    append("\"alice\"", "a", 1);
    SystemWaiting.until(() -> counts().fed() == 1);
    assertThat(features.feeds().delete(FEED)).isTrue();
    features.feeds().create(FEED, feed(PAGES));
    append("\"alice\"", "b", 2);
    SystemWaiting.until(() -> counts().fed() == 1);
    SystemWaiting.until(() -> counts().passed() == 1);
    assertThat(pages(ALICE)).containsExactly(item("b", 2), item("a", 1));
  }

  @Test
  void the_group_of_a_feed_that_is_no_more_goes_however_the_deletion_ended_and_a_users_stays() {
    features.feeds().create(FEED, feed(PAGES));
    append("\"alice\"", "a", 1);
    SystemWaiting.until(() -> counts().fed() == 1);
    GroupName users = new GroupName("features.mine.1");
    var _ = edits.createGroup(users, Start.earliest(), GroupOptions.DEFAULT);
    assertThat(features.catalog().deleteFeed(FEED, Precondition.NONE)).isTrue();
    SystemWaiting.until(() -> edits.groups().size() == 1);
    assertThat(edits.groups().getFirst().id().name()).isEqualTo(users);
    assertThat(features.feeds().delete(FEED)).isFalse();
  }

  @Test
  void a_feed_whose_group_was_deleted_begins_again_with_the_oldest_event() {
    features.feeds().create(FEED, feed(PAGES));
    append("\"alice\"", "a", 1);
    SystemWaiting.until(() -> counts().fed() == 1);
    assertThat(edits.deleteGroup(GROUP)).isTrue();
    append("\"alice\"", "b", 2);
    SystemWaiting.until(() -> counts().fed() >= 2 && counts().passed() >= 1);
    assertThat(pages(ALICE)).containsExactly(item("b", 2), item("a", 1));
  }

  @Test
  void a_feed_that_does_not_run_says_why_and_goes_on_with_a_stream_of_that_name() {
    FeedDefinition feed = features.feeds().create(FEED, feed(PAGES)).value();
    SystemWaiting.until(() -> features.feeds().status(feed).running());
    assertThat(streams.delete(EDITS)).isTrue();
    SystemWaiting.until(() -> !features.feeds().status(feed).running());
    SystemWaiting.until(() -> features.feeds().status(feed).trouble().orElse("").contains("edits"));
    edits = streams.create(EDITS, StreamOptions.DEFAULT.shards(4)).value();
    append("\"alice\"", "a", 1);
    SystemWaiting.until(() -> counts().fed() == 1);
    assertThat(features.feeds().status(feed).trouble()).isEmpty();
  }

  @Test
  void events_that_expired_before_a_feed_read_them_are_told() {
    StreamName name = new StreamName("short");
    edits =
        streams
            .create(name, StreamOptions.DEFAULT.shards(1).retention(Duration.ofSeconds(1)))
            .value();
    FeedDefinition feed =
        features
            .feeds()
            .create(FEED, FeedOptions.list(name, PAGES.name(), "/user", "/page"))
            .value();
    SystemWaiting.until(() -> features.feeds().status(feed).running());
    edits.group(GROUP).pause();
    append("\"alice\"", "a", 1);
    SystemWaiting.until(() -> !edits.read(0, Optional.empty(), 1, Duration.ZERO).gaps().isEmpty());
    assertThat(features.feeds().status(feed).trouble())
        .contains("paused: until its group is resumed");
    edits.group(GROUP).resume();
    append("\"alice\"", "b", 2);
    SystemWaiting.until(
        () ->
            features
                .feeds()
                .status(feed)
                .trouble()
                .orElse("")
                .startsWith(
                    "shard 0: events had expired before they were read, in 1 stretches, the last"
                        + " one up to "));
  }

  @Test
  void how_far_a_feed_is_behind_is_told_as_long_as_it_runs() {
    FeedDefinition feed = features.feeds().create(FEED, feed(PAGES)).value();
    SystemWaiting.until(() -> lag(feed).equals(Optional.of(0L)));
    assertThat(features.feeds().status(feed).oldestUnfed()).isEmpty();
    edits.group(GROUP).pause();
    Instant before = Instant.now();
    for (int i = 0; i < 20; i++) {
      append("\"alice\"", "page " + i, i);
    }
    FeedStatus behind = features.feeds().status(feed);
    assertThat(behind.lag()).contains(20L);
    assertThat(behind.oldestUnfed().orElseThrow()).isBetween(before.minusSeconds(1), Instant.now());
    edits.group(GROUP).resume();
    SystemWaiting.until(() -> lag(feed).equals(Optional.of(0L)));
    assertThat(counts().fed()).isEqualTo(20);
    assertThat(features.feeds().delete(FEED)).isTrue();
    assertThat(lag(feed)).isEmpty();
  }

  private Optional<Long> lag(FeedDefinition feed) {
    return features.feeds().status(feed).lag();
  }

  @Test
  void what_is_not_there_cannot_be_fed_or_followed() {
    assertThatThrownBy(() -> features.feeds().create(FEED, feed(new FeatureName("user", "x"))))
        .isInstanceOf(RequestException.NotFound.class);
    FeedOptions other = FeedOptions.list(new StreamName("other"), PAGES.name(), "/user", "/page");
    assertThatThrownBy(() -> features.feeds().create(FEED, other))
        .isInstanceOf(RequestException.NotFound.class);
    assertThatThrownBy(() -> FeedOptions.list(EDITS, PAGES.name(), "user", "/page"))
        .isInstanceOf(WireException.class);
  }

  private static FeedOptions feed(FeatureName feature) {
    return FeedOptions.list(EDITS, feature.name(), "/user", "/page").time("/time");
  }

  private void append(String user, String page, int second) {
    appendRaw(
        "{\"user\":%s,\"page\":\"%s\",\"time\":\"%s\"}"
            .formatted(user, page, BEGIN.plusSeconds(second)));
  }

  private void appendRaw(String payload) {
    var _ = edits.append(List.of(Event.of(Bytes.utf8(payload))));
  }

  private List<ListItem> pages(EntityId entity) {
    return new ArrayList<>(
        features.lists().get(FeatureRef.of(PAGES), entity, ListQuery.newest(100)).items());
  }

  private FeedCounts counts() {
    return features.feeds().counts(FEED);
  }

  private static ListItem item(String page, int second) {
    return new ListItem(FeatureValue.text(page), BEGIN.plusSeconds(second));
  }
}
