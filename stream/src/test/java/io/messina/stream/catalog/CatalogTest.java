package io.messina.stream.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Change;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.Precondition;
import io.messina.runtime.definition.WatchedDefinitions;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class CatalogTest extends CatalogRig {

  private static final StreamOptions LONGER = kept(16, Duration.ofDays(30));

  @Test
  void of_two_nodes_that_expect_the_same_tag_one_changes() {
    String tag = catalog.create(EDITS, OPTIONS).value().tag();
    Precondition expected =
        standing -> {
          if (!standing.get().equals(Optional.of(tag))) {
            throw new IllegalStateException("another tag");
          }
        };
    UnaryOperator<StreamOptions> longer = options -> options.retention(Duration.ofDays(90));
    assertThat(other.change(EDITS, longer, expected).tag()).isNotEqualTo(tag);
    assertThatThrownBy(() -> catalog.change(EDITS, options -> OPTIONS, expected))
        .hasMessage("another tag");
    assertThatThrownBy(() -> catalog.delete(EDITS, expected)).hasMessage("another tag");
    assertThat(catalog.refresh().stream(EDITS).orElseThrow().options().retention())
        .contains(Duration.ofDays(90));
  }

  @Test
  void a_new_stream_has_generation_1_and_is_seen_at_once_here_and_elsewhere_after_a_read() {
    Created<CatalogStream> created = catalog.create(EDITS, OPTIONS);

    assertThat(created).isEqualTo(new Created<>(new CatalogStream(EDITS_1, OPTIONS), true));
    assertThat(catalog.view().stream(EDITS)).contains(created.value());
    assertThat(catalog.view().shards()).hasSize(16);
    assertThat(other.view().streams()).isEmpty();
    assertThat(other.refresh()).isEqualTo(catalog.view()).isEqualTo(other.view());
    assertThat(time.elapsed()).isZero();
  }

  @Test
  void creating_it_again_changes_nothing() {
    catalog.create(EDITS, OPTIONS);
    assertThat(other.create(EDITS, OPTIONS))
        .isEqualTo(new Created<>(new CatalogStream(EDITS_1, OPTIONS), false));
  }

  @Test
  void other_options_are_changed_but_not_the_number_of_shards() {
    catalog.create(EDITS, OPTIONS);

    assertThat(other.create(EDITS, LONGER))
        .isEqualTo(new Created<>(new CatalogStream(EDITS_1, LONGER), false));
    assertThat(catalog.refresh().stream(EDITS_1).orElseThrow().options()).isEqualTo(LONGER);
    assertThatThrownBy(() -> catalog.create(EDITS, kept(32, Duration.ofDays(30))))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessage("shards: 32 (expected: 16, as it was created)");
    assertThat(other.refresh().stream(EDITS_1).orElseThrow().options()).isEqualTo(LONGER);
  }

  @Test
  void a_deleted_stream_is_gone_with_its_groups_and_returns_as_another_generation() {
    catalog.create(EDITS, OPTIONS);
    createGroup(catalog);

    assertThat(delete(other)).isTrue();
    assertThat(delete(other)).isFalse();
    assertThat(other.view()).isEqualTo(catalog.refresh());
    assertThat(other.view().streams()).isEmpty();
    assertThat(other.view().groups(EDITS_1)).isEmpty();

    CatalogStream again = catalog.create(EDITS, kept(32, Duration.ofDays(1))).value();
    assertThat(again.id()).isEqualTo(new StreamId(EDITS, 2));
    assertThat(catalog.view().stream(EDITS_1)).isEmpty();
    assertThat(catalog.view().groups(again.id())).isEmpty();
    assertThatThrownBy(() -> createGroup(catalog))
        .isInstanceOf(RequestException.NotFound.class)
        .hasMessage("stream: edits (expected: one that is there)");
  }

  @Test
  void what_is_there_again_is_answered_only_once_every_node_knows_also_to_others() {
    catalog.create(EDITS, OPTIONS);
    delete(catalog);
    assertThat(time.elapsed()).isZero();

    catalog.create(EDITS, OPTIONS);
    assertThat(time.elapsed()).isEqualTo(WatchedDefinitions.SEEN_BY_ALL);
    catalog.create(EDITS, OPTIONS);
    assertThat(time.elapsed()).isEqualTo(WatchedDefinitions.SEEN_BY_ALL);
    // The other one cannot know for how long it has been there.
    other.create(EDITS, OPTIONS);
    assertThat(time.elapsed()).isEqualTo(WatchedDefinitions.SEEN_BY_ALL.multipliedBy(2));
  }

  @Test
  void an_interrupt_does_not_shorten_the_wait_and_is_kept() {
    catalog.create(EDITS, OPTIONS);
    delete(catalog);
    Thread.currentThread().interrupt();
    catalog.create(EDITS, OPTIONS);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(time.elapsed()).isEqualTo(WatchedDefinitions.SEEN_BY_ALL);
  }

  @Test
  void groups_are_created_changed_deleted_and_created_again_like_streams() {
    catalog.create(EDITS, OPTIONS);
    Created<CatalogGroup> created = createGroup(catalog);
    assertThat(created.isNew()).isTrue();
    assertThat(created.value().id().generation()).isEqualTo(1);
    assertThat(other.refresh().group(EDITS_1, ENRICHER)).contains(created.value());
    assertThat(createGroup(other).isNew()).isFalse();

    assertThat(deleteGroup(other)).isTrue();
    assertThat(deleteGroup(other)).isFalse();
    assertThat(catalog.refresh().groups(EDITS_1)).isEmpty();
    assertThat(createGroup(catalog).value().id()).hasToString("enricher~2");
    assertThat(catalog.delete(new StreamId(EDITS, 2), ENRICHER, Precondition.NONE)).isFalse();
  }

  @Test
  void a_group_that_is_there_stays_where_it_began() {
    catalog.create(EDITS, OPTIONS);
    createGroup(catalog);
    GroupOptions quicker = GroupOptions.DEFAULT.maxAttempts(2);

    CatalogGroup changed = createGroup(other, Start.since(Instant.EPOCH), quicker).value();

    assertThat(changed.start()).isEqualTo(Start.earliest());
    assertThat(changed.options()).isEqualTo(quicker);
    assertThat(catalog.refresh().group(EDITS_1, ENRICHER)).contains(changed);
  }

  @Test
  void streams_whose_names_begin_alike_keep_their_groups_apart() {
    for (String name : new String[] {"edits", "edits-b", "edits.c", "edits0"}) {
      StreamId id = catalog.create(new StreamName(name), OPTIONS).value().id();
      catalog.create(id, ENRICHER, Start.latest(), GroupOptions.DEFAULT, Precondition.NONE);
    }
    delete(catalog);
    assertThat(other.refresh().streams().keySet()).containsExactly("edits-b", "edits.c", "edits0");
    assertThat(other.view().groups().values()).hasSize(3).allMatch(groups -> groups.size() == 1);
  }

  @Test
  void a_definition_that_is_too_large_is_refused() {
    StreamOptions large =
        OPTIONS.schema("\"" + "x".repeat(StreamDefinitions.JSON_CHARS_MAX) + "\"");
    assertThatThrownBy(() -> catalog.create(EDITS, large))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessageContaining("65536");
  }

  @Test
  void a_definition_that_cannot_be_read_hides_no_other_and_can_be_deleted() {
    catalog.create(EDITS, OPTIONS);
    createGroup(catalog);
    write(Definition.first("broken", "{\"shards\":3}"));
    write(Definition.first("edits~1/broken", "{\"order\":\"by_moon\"}"));

    CatalogView view = catalog.refresh();
    assertThat(view.streams()).containsOnlyKeys("edits");
    assertThat(view.groups(EDITS_1)).extracting(group -> group.id().name()).containsOnly(ENRICHER);
    assertThat(view.unreadable()).containsOnlyKeys("broken", "edits~1/broken");
    assertThat(view.isReadable(EDITS_1)).as("one of its groups is not").isFalse();
    StreamName broken = new StreamName("broken");
    assertThatThrownBy(() -> catalog.create(broken, OPTIONS))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessageStartingWith("definition of broken: unreadable by this version");

    assertThat(catalog.delete(broken, Precondition.NONE)).isTrue();
    assertThat(catalog.create(broken, OPTIONS).value().id().generation()).isEqualTo(2);
  }

  @Test
  void the_shards_of_a_deleted_stream_are_there_until_each_of_them_is_erased() {
    catalog.create(EDITS, kept(2, Duration.ofDays(1)));
    delete(catalog);
    ShardId first = new ShardId(EDITS_1, 0);
    ShardId second = new ShardId(EDITS_1, 1);
    assertThat(catalog.view().streams()).isEmpty();
    assertThat(catalog.view().shards()).containsExactly(first, second);

    other.erased(first);
    assertThat(catalog.refresh().shards()).containsExactly(second);
    catalog.create(EDITS, kept(1, Duration.ofDays(1)));
    ShardId next = new ShardId(new StreamId(EDITS, 2), 0);
    assertThat(catalog.view().shards()).containsExactly(next, second);

    other.erased(second);
    assertThat(catalog.refresh().shards()).containsExactly(next);
    assertThat(stored().read().rows()).containsOnlyKeys("edits");
  }

  @Test
  void before_it_was_read_it_is_neither_loaded_nor_fresh() throws InterruptedException {
    assertThat(catalog.isLoaded()).isFalse();
    assertThat(catalog.isFresh()).isFalse();
    catalog.refresh();
    assertThat(catalog.isLoaded()).isTrue();
    assertThat(catalog.isFresh()).isTrue();
    time.sleep(WatchedDefinitions.FRESH);
    assertThat(catalog.isFresh()).isFalse();
    assertThat(catalog.isLoaded()).isTrue();
  }

  private void write(Definition definition) {
    boolean written = stored().change(_ -> Change.of(definition, true));
    assertThat(written).isTrue();
  }

  private static StreamOptions kept(int shards, Duration retention) {
    return OPTIONS.shards(shards).retention(retention);
  }
}
