package io.messina.features.contents;

import static io.messina.features.FeatureRoom.PAGES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.WireException;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ValueType;
import io.messina.features.FeatureRef;
import io.messina.features.FeatureRoom;
import io.messina.features.TestTime;
import io.messina.runtime.ParallelCalls;
import io.messina.runtime.definition.Precondition;
import io.messina.store.StoreUnavailableException;
import io.messina.testkit.SimulatedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ListImportTest {

  private static final FeatureVersion COPY = new FeatureVersion("copy");

  private final TestTime time = new TestTime();

  @AutoClose
  private final FeatureRoom room = new FeatureRoom(SimulatedStore.calm(time.wall()), time);

  private final List<TransferProgress> progress = new ArrayList<>();

  @BeforeEach
  void create() {
    room.catalog.create(PAGES.name(), FeatureOptions.list(ValueType.TEXT));
    room.catalog.createVersion(PAGES.name(), COPY, Precondition.NONE);
  }

  @Test
  void what_is_imported_again_is_there_once() {
    List<String> lines =
        IntStream.range(0, 12_000).mapToObj(i -> line("user " + i % 3, "page " + i)).toList();
    assertThat(into(PAGES, lines)).isEqualTo(new TransferProgress(12_000, 12_000, 0));
    assertThat(progress)
        .extracting(TransferProgress::lines)
        .containsExactly(5_000L, 10_000L, 12_000L);
    into(PAGES, lines.subList(0, 5_000));
    assertThat(contents(PAGES)).isEqualTo(lines.stream().sorted().toList());
    assertThat(contents(PAGES.in(COPY))).isEmpty();
    assertThat(room.store.mutations()).isEqualTo(2 * (12_000 + 5_000));
  }

  @Test
  void a_line_that_is_none_is_named() {
    for (String wrong :
        List.of(
            "nothing",
            "[]",
            "{\"entity\":\"a\",\"value\":1,\"time\":\"2015-09-12T00:00:00Z\"}",
            "{\"entity\":\"\",\"value\":\"a\",\"time\":\"2015-09-12T00:00:00Z\"}",
            "{\"entity\":\"a\",\"value\":\"a\",\"time\":\"noon\"}",
            "{\"entity\":\"a\",\"value\":\"a\",\"time\":\"2015-09-12T00:46Z\"}",
            "{\"entity\":\"a\",\"value\":\"a\",\"tiem\":\"2015-09-12T00:00:00Z\"}",
            line("a", "b").replace("}", ",\"ttl\":\"1d\"}"),
            line("a", "b").replace("}", ",\"value\":\"c\"}"),
            line("a", "b") + "}",
            "{\"entity\":\"a\",\"value\":\"a\",\"time\":\"1815-09-12T00:00:00Z\"}")) {
      assertThatThrownBy(() -> into(PAGES, List.of(line("a", "b"), "", wrong)))
          .isInstanceOf(WireException.class)
          .hasMessageStartingWith("line 3: ");
    }
  }

  @Test
  void it_is_told_what_was_added_before_a_line_that_is_none() {
    List<String> lines = new ArrayList<>();
    IntStream.range(0, 5_000).forEach(i -> lines.add(line("user " + i % 3, "page " + i)));
    lines.add("nothing");
    assertThatThrownBy(() -> into(PAGES, lines))
        .isInstanceOfSatisfying(
            ImportException.class,
            e -> {
              assertThat(e.done()).isEqualTo(new TransferProgress(5_000, 5_000, 0));
              assertThat(e.reason()).isInstanceOf(WireException.class);
            })
        .hasMessageStartingWith("line 5001: ");
  }

  @Test
  void an_import_that_the_store_breaks_off_tells_what_it_has_added() {
    List<String> lines =
        List.of(line("alice", "a"), line("bob", "b"), line("alice", "c"), line("carol", "d"));
    room.store.fail(partition -> partition.values().contains("bob"));
    assertThatThrownBy(() -> into(PAGES, lines))
        .isInstanceOfSatisfying(
            ImportException.class,
            e -> {
              assertThat(e.done()).isEqualTo(new TransferProgress(0, 3, 0));
              assertThat(e.reason()).isInstanceOf(StoreUnavailableException.class);
            });
  }

  @Test
  void a_look_at_the_lines_adds_nothing() {
    List<String> lines = new ArrayList<>();
    IntStream.range(0, 5_000).forEach(i -> lines.add(line("user " + i % 3, "page " + i)));
    lines.add("");
    assertThat(importing(PAGES).check(lines.iterator())).isEqualTo(5_000);
    lines.set(5_000, "nothing");
    assertThatThrownBy(() -> importing(PAGES).check(lines.iterator()))
        .isInstanceOf(WireException.class)
        .hasMessageStartingWith("line 5001: ");
    assertThat(room.store.writes()).isZero();
  }

  private ListImport importing(FeatureRef feature) {
    ParallelCalls parallel = new ParallelCalls(Thread.ofVirtual().factory(), 8);
    return new ListImport(room.lists, feature, ValueType.TEXT, parallel);
  }

  private TransferProgress into(FeatureRef feature, List<String> lines) {
    return importing(feature).run(lines.iterator(), progress::add);
  }

  /** As lines, in the order of texts. */
  private List<String> contents(FeatureRef feature) {
    List<String> lines = new ArrayList<>();
    for (String user : List.of("user 0", "user 1", "user 2")) {
      room.lists
          .get(feature, new EntityId(user), ListQuery.newest(ListQuery.LIMIT_MAX))
          .items()
          .forEach(item -> lines.add(line(user, item.value().text())));
    }
    lines.sort(null);
    return lines;
  }

  private static String line(String entity, String value) {
    return "{\"entity\":\"%s\",\"value\":\"%s\",\"time\":\"2015-09-12T00:46:58.771Z\"}"
        .formatted(entity, value);
  }
}
