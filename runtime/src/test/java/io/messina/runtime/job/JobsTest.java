package io.messina.runtime.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.runtime.Context;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.GenerationCatalog;
import io.messina.runtime.definition.Generations;
import io.messina.runtime.definition.Precondition;
import io.messina.store.rocksdb.Durability;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.testkit.SystemWaiting;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobsTest {

  private static final Options EDITS = new Options("edits", 1);
  private static final Options OTHER = new Options("edits", 2);

  @TempDir private Path folder;
  private final Kind kind = new Kind();
  @AutoClose private RocksStore store;
  @AutoClose private Jobs<Options, Job, Running> jobs;

  private record Options(String stream, int factor) {}

  private record Job(String name, int generation, Options options, String tag) {}

  /** What happens is noted, in its order. */
  private static final class Kind implements JobKind<Options, Job, Running> {

    private final List<String> happened = new CopyOnWriteArrayList<>();
    private volatile Optional<String> hindrance = Optional.empty();
    private volatile boolean isGone;

    @Override
    public RequestException.NotFound.Kind missing() {
      return RequestException.NotFound.Kind.AGGREGATE;
    }

    @Override
    public void checkStream(Options options) {
      if (isGone) {
        throw new RequestException.NotFound(
            RequestException.NotFound.Kind.STREAM, "stream: " + options.stream);
      }
    }

    @Override
    public Options check(String name, Options options, Generations<Job> standing) {
      return options;
    }

    @Override
    public String write(Options options) {
      return options.stream + " " + options.factor;
    }

    @Override
    public Job read(Definition row) {
      int end = row.json().indexOf(' ');
      return new Job(
          row.name(),
          row.generation(),
          new Options(
              row.json().substring(0, end), Integer.parseInt(row.json().substring(end).strip())),
          GenerationCatalog.tag(row));
    }

    @Override
    public Options options(Job definition) {
      return definition.options;
    }

    @Override
    public String stream(Options options) {
      return options.stream;
    }

    @Override
    public Running begin(Job definition, Generations<Job> standing) {
      hindrance.ifPresent(
          why -> {
            throw new RequestException.Unavailable(why);
          });
      String which = definition.name + "." + definition.generation;
      happened.add("begins " + which);
      return new Running(this, which);
    }

    @Override
    public void deleteLeftovers(Generations<Job> standing) {}
  }

  private record Running(Kind kind, String which) implements RunningJob {

    @Override
    public boolean isThere() {
      return !kind.isGone;
    }

    @Override
    public Optional<Long> lag() {
      throw new RequestException.Unavailable("silent");
    }

    @Override
    public Optional<String> trouble() {
      return Optional.of("it is slow");
    }

    @Override
    public void close() {
      kind.happened.add("ends " + which);
    }
  }

  @BeforeEach
  void open() {
    store =
        RocksStore.open(
            folder,
            RocksStoreOptions.DEFAULT.withDurability(Durability.OS),
            InstantSource.system());
    jobs = new Jobs<>(Context.ofMachine(store, "jobs-"), kind);
    jobs.start();
  }

  private Created<Job> put(Options options) {
    return jobs.put("profiles", options, Precondition.NONE);
  }

  private boolean delete() {
    return jobs.delete("profiles", Precondition.NONE);
  }

  @Test
  void what_is_put_is_there_and_a_repeat_changes_nothing() {
    Created<Job> created = put(EDITS);
    assertThat(created.isNew()).isTrue();
    assertThat(created.value().options).isEqualTo(EDITS);
    assertThat(jobs.find("profiles")).isEqualTo(created.value());
    assertThat(put(EDITS)).isEqualTo(new Created<>(created.value(), false));
  }

  @Test
  void other_options_and_another_creation_are_another_generation_with_another_tag() {
    Job first = put(EDITS).value();
    Job changed = put(OTHER).value();
    assertThat(changed.generation).isEqualTo(2);
    Job back = put(EDITS).value();
    assertThat(delete()).isTrue();
    assertThat(delete()).isFalse();
    assertThatThrownBy(() -> jobs.find("profiles"))
        .isInstanceOf(RequestException.NotFound.class)
        .hasMessage("aggregate: profiles (expected: one that was created)");
    Created<Job> again = put(EDITS);
    assertThat(again.isNew()).isTrue();
    assertThat(again.value().generation).isEqualTo(4);
    assertThat(Set.of(first.tag, changed.tag, back.tag, again.value().tag)).hasSize(4);
  }

  @Test
  void options_that_are_written_otherwise_are_no_other_options() {
    try (GenerationCatalog<Job> former =
        new GenerationCatalog<>(
            Context.ofMachine(store, "former-"),
            new GenerationCatalog.Kind<>(
                "aggregates", 200, 200, kind::read, Job::options, false, (_, _) -> {}))) {
      var _ = former.put("profiles", "edits    1", Precondition.NONE);
    }
    assertThat(put(EDITS).value().generation).isEqualTo(1);
  }

  @Test
  void the_stream_stays() {
    put(EDITS);
    assertThatThrownBy(() -> put(new Options("others", 1)))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessage("stream: others (expected: edits, as the aggregate was created)");
    assertThat(delete()).isTrue();
    assertThat(put(new Options("others", 1)).isNew()).isTrue();
  }

  @Test
  void a_generation_is_over_once_it_is_deleted_or_replaced() {
    assertThat(jobs.all().isOver("profiles", 1)).isFalse();
    put(EDITS);
    assertThat(jobs.known().isOver("profiles", 1)).isFalse();
    put(OTHER);
    assertThat(jobs.known().isOver("profiles", 1)).isTrue();
    assertThat(jobs.known().isOver("profiles", 2)).isFalse();
    delete();
    assertThat(jobs.known().isOver("profiles", 2)).isTrue();
    assertThat(jobs.known().isOver("profiles", 3)).isFalse();
  }

  @Test
  void there_are_200_at_most_and_one_that_cannot_be_read_does_not_hide_the_others() {
    try (GenerationCatalog<String> newer =
        new GenerationCatalog<>(
            Context.ofMachine(store, "newer-"),
            new GenerationCatalog.Kind<>(
                "aggregates", 300, 300, Definition::json, text -> text, false, (_, _) -> {}))) {
      for (int i = 1; i < 200; i++) {
        var _ = newer.put("e" + i, "?", Precondition.NONE);
      }
    }
    put(EDITS);
    assertThat(jobs.known().unreadable()).hasSize(199);
    assertThat(jobs.known().find("profiles")).isPresent();
    assertThatThrownBy(() -> jobs.put("one-more", EDITS, Precondition.NONE))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessage("aggregates: 200 (expected: fewer before another is created)");
    assertThat(put(OTHER).isNew()).isFalse();
  }

  @Test
  void a_generation_begins_once_the_former_one_has_ended() {
    put(EDITS);
    put(OTHER);
    assertThat(delete()).isTrue();
    assertThat(kind.happened)
        .containsExactly(
            "begins profiles.1", "ends profiles.1", "begins profiles.2", "ends profiles.2");
  }

  @Test
  void a_job_says_how_it_goes() {
    Job job = put(EDITS).value();
    JobReport<Running> report = jobs.report("profiles", job);
    assertThat(report.running()).contains(jobs.running("profiles"));
    assertThat(report.trouble()).contains("it is slow");
    assertThat(report.lag()).isEmpty();
    delete();
    assertThat(jobs.report("profiles", job).running()).isEmpty();
  }

  @Test
  void what_cannot_begin_says_why_and_begins_later() {
    kind.hindrance = Optional.of("no room");
    Job job = put(EDITS).value();
    assertThat(jobs.report("profiles", job).trouble()).contains("no room");
    assertThatThrownBy(() -> jobs.running("profiles"))
        .isInstanceOf(RequestException.Unavailable.class)
        .hasMessage("profiles: no room");
    kind.hindrance = Optional.empty();
    SystemWaiting.until(() -> jobs.report("profiles", job).running().isPresent());
  }

  @Test
  void what_it_follows_goes_and_comes_again() {
    put(EDITS);
    kind.isGone = true;
    SystemWaiting.until(() -> kind.happened.contains("ends profiles.1"));
    kind.hindrance = Optional.of("no stream");
    SystemWaiting.until(() -> jobs.report("profiles", jobs.find("profiles")).running().isEmpty());
    assertThatThrownBy(() -> jobs.running("profiles"))
        .isInstanceOf(RequestException.NotFound.class)
        .hasMessage("stream: edits");
    kind.isGone = false;
    kind.hindrance = Optional.empty();
    SystemWaiting.until(() -> jobs.report("profiles", jobs.find("profiles")).running().isPresent());
    SystemWaiting.until(() -> kind.happened.size() >= 3);
    assertThat(kind.happened.getLast()).isEqualTo("begins profiles.1");
  }
}
