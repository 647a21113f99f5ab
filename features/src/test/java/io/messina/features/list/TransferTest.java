package io.messina.features.list;

import static io.messina.features.FeatureRoom.PAGES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.features.EntityId;
import io.messina.features.FeatureException;
import io.messina.features.FeatureOptions;
import io.messina.features.FeatureRef;
import io.messina.features.FeatureRoom;
import io.messina.features.FeatureVersion;
import io.messina.features.TestTime;
import io.messina.features.ValueType;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.node.Together;
import io.messina.testkit.SimulatedStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TransferTest {

  private static final FeatureVersion COPY = new FeatureVersion("copy");

  private final TestTime time = new TestTime();
  private final FeatureRoom room = new FeatureRoom(SimulatedStore.calm(time.wall()), time);
  private final List<TransferProgress> progress = new ArrayList<>();

  @BeforeEach
  void create() {
    room.catalog.create(PAGES.name(), FeatureOptions.list(ValueType.TEXT));
    room.catalog.createVersion(PAGES.name(), COPY);
  }

  @AfterEach
  void close() {
    room.close();
  }

  @Test
  void what_is_exported_can_be_imported_and_imported_again() {
    List<String> lines =
        IntStream.range(0, 12_000).mapToObj(i -> line("user " + i % 3, "page " + i)).toList();
    assertThat(into(PAGES, lines)).isEqualTo(new TransferProgress(12_000, 12_000, 0));
    assertThat(progress)
        .extracting(TransferProgress::lines)
        .containsExactly(5_000L, 10_000L, 12_000L);
    List<String> exported = exported(PAGES);
    assertThat(exported).hasSize(12_000);
    assertThat(new HashSet<>(exported)).isEqualTo(new HashSet<>(lines));
    into(PAGES.in(COPY), exported);
    into(PAGES.in(COPY), exported.subList(0, 5_000));
    assertThat(exported(PAGES.in(COPY))).isEqualTo(exported);
    assertThat(room.store.mutations()).isEqualTo(2 * (12_000 + 12_000 + 5_000));
  }

  @Test
  void a_whole_feature_is_exported_without_naming_its_entities() {
    List<String> lines =
        IntStream.range(0, 2_500).mapToObj(i -> line("user " + i % 250, "page " + i)).toList();
    into(PAGES, lines);
    into(PAGES.in(COPY), List.of(line("another version's", "page")));
    room.lists.removeAll(PAGES, new EntityId("user 0"));

    List<ExportProgress> told = new ArrayList<>();
    List<String> exported = new ArrayList<>();
    ExportProgress done = export(PAGES).runAll(Optional.empty(), exported::add, told::add);

    assertThat(exported)
        .containsExactlyInAnyOrderElementsOf(
            lines.stream().filter(line -> !line.contains("\"user 0\"")).toList());
    assertThat(done.lines()).isEqualTo(2_490);
    assertThat(done.next()).isEmpty();
    assertThat(told).hasSizeGreaterThan(2).endsWith(done);
    assertThat(told.getFirst().entities()).isEqualTo(100);
  }

  @Test
  void an_export_that_was_broken_off_goes_on_where_it_was_last_told() {
    List<String> lines =
        IntStream.range(0, 1_000).mapToObj(i -> line("user " + i % 500, "page " + i)).toList();
    into(PAGES, lines);
    Set<String> exported = new HashSet<>();
    List<ExportProgress> told = new ArrayList<>();
    Consumer<String> breaking =
        line -> {
          if (exported.size() == 450) {
            throw new UncheckedIOException(new IOException("disk full"));
          }
          exported.add(line);
        };
    assertThatThrownBy(() -> export(PAGES).runAll(Optional.empty(), breaking, told::add))
        .isInstanceOf(UncheckedIOException.class);
    assertThat(told).extracting(ExportProgress::lines).containsExactly(200L, 400L);

    ExportProgress rest = export(PAGES).runAll(told.getLast().next(), exported::add, told::add);

    assertThat(exported).isEqualTo(new HashSet<>(lines));
    assertThat(rest.lines()).isEqualTo(600);
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
          .isInstanceOf(FeatureException.Refused.class)
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
              assertThat(e.reason()).isInstanceOf(FeatureException.Refused.class);
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
    importing(PAGES).check(lines.iterator());
    lines.add("nothing");
    assertThatThrownBy(() -> importing(PAGES).check(lines.iterator()))
        .isInstanceOf(FeatureException.Refused.class)
        .hasMessageStartingWith("line 5001: ");
    assertThat(room.store.writes()).isZero();
  }

  private ListImport importing(FeatureRef feature) {
    Together together = new Together(Thread.ofVirtual().factory(), 8);
    return new ListImport(room.lists, feature, ValueType.TEXT, together);
  }

  private TransferProgress into(FeatureRef feature, List<String> lines) {
    return importing(feature).run(lines.iterator(), progress::add);
  }

  private ListExport export(FeatureRef feature) {
    return new ListExport(room.lists, feature);
  }

  private List<String> exported(FeatureRef feature) {
    List<String> lines = new ArrayList<>();
    var _ =
        export(feature)
            .run(
                Stream.of("user 0", "user 1", "user 2").map(EntityId::new).iterator(),
                lines::add,
                progress::add);
    return lines;
  }

  private static String line(String entity, String value) {
    return "{\"entity\":\"%s\",\"value\":\"%s\",\"time\":\"2015-09-12T00:46:58.771Z\"}"
        .formatted(entity, value);
  }
}
