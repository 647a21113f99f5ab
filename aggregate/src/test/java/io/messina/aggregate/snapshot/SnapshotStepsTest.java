package io.messina.aggregate.snapshot;

import static io.messina.testkit.mistake.Mistake.calling;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.test.rules.FullBuild;
import io.messina.testkit.mistake.Mistake;
import io.messina.testkit.mistake.MistakenClasses;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One owner takes over from another and takes snapshots; at each step of it something happens.
 * After that whatever the note names is whole and is the state of its position.
 */
class SnapshotStepsTest {

  @TempDir(factory = MemoryFolder.class)
  Path folder;

  private int folders;

  /** What happens at a step. */
  enum Trouble {
    FAILURE(3),
    CRASH(3),
    /** The owner stops; another one takes over and works; then the first one goes on. */
    STUCK(1);

    /** From one step at which it happens to the next. */
    private final int every;

    Trouble(int inPlainBuilds) {
      every = Boolean.getBoolean("messina.test.everything") ? 1 : inPlainBuilds;
    }
  }

  private static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** How the owners are made: right, or with a bug. */
  private record Owners(boolean nameTheWriter, boolean ask, boolean fence) {}

  private static final Owners RIGHT = new Owners(true, true, true);

  /** What all runs came to see. */
  private final Set<String> seen = new HashSet<>();

  private long swept;
  private int rejected;

  @ParameterizedTest
  @EnumSource(Trouble.class)
  void whatever_happens_at_a_step_what_the_note_names_is_whole(Trouble trouble) {
    int steps = runEachStep(trouble, RIGHT);
    assertThat(steps).isGreaterThan(50);
    assertThat(swept).isPositive();
    assertThat(seen)
        .contains("put", "get", "half", "list", "delete", "deleted", "commit", "answer");
    if (trouble == Trouble.STUCK) {
      assertThat(rejected).isPositive();
    }
  }

  @FullBuild("The steps of owners that are right.")
  @Test
  void a_sweep_that_does_not_ask_is_found() {
    assertFound(new Owners(true, false, true));
  }

  @FullBuild("The steps of owners that are right.")
  @Test
  void names_without_a_writer_are_found() {
    assertFound(new Owners(false, true, true));
  }

  @FullBuild("The steps of owners that are right.")
  @Test
  void a_deposed_owner_that_publishes_is_found() {
    assertFound(new Owners(true, true, false));
  }

  private void assertFound(Owners owners) {
    assertThatThrownBy(() -> runEachStep(Trouble.STUCK, owners))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("is whole");
  }

  @FullBuild("The steps of owners that are right.")
  @Test
  void a_sweep_that_does_not_ask_is_found_in_what_ships() {
    Mistake mistake =
        calling(ShardSnapshots.class.getName(), "getAsBoolean", code -> code.pop().iconst_1());
    MistakenClasses classes = new MistakenClasses(mistake, "io.messina.aggregate.");
    assertThat(classes.wrong(SnapshotStepsTest.class, "wrong", 1))
        .singleElement()
        .asString()
        .contains("is whole");
  }

  /** What is wrong if an owner is stuck at each step in turn. */
  static List<String> wrong(long any) throws IOException {
    SnapshotStepsTest test = new SnapshotStepsTest();
    test.folder = MemoryFolder.create();
    try {
      test.runEachStep(Trouble.STUCK, RIGHT);
      return List.of();
    } catch (AssertionError e) {
      return List.of(String.valueOf(e.getMessage()));
    } finally {
      Folders.delete(test.folder);
    }
  }

  /** Returns how many steps there are without trouble. */
  private int runEachStep(Trouble trouble, Owners owners) {
    int steps = 0;
    Run run;
    int at = 0;
    do {
      run = new Run(trouble, at, owners);
      run.run();
      steps = Math.max(steps, run.step);
      rejected += run.row.rejected;
      at += trouble.every;
    } while (run.step > run.troubleAt);
    return steps;
  }

  /** One run, with trouble at one step. */
  private final class Run {

    private final Owner.Row row = new Owner.Row();
    private final Trouble trouble;
    private final int troubleAt;
    private final Owners owners;
    private int step;
    private int writers;

    Run(Trouble trouble, int troubleAt, Owners owners) {
      this.trouble = trouble;
      this.troubleAt = troubleAt;
      this.owners = owners;
    }

    void run() {
      row.place.tell(this::step);
      try {
        work(10, 1);
        work(25, 2);
      } catch (SnapshotException | Crash _) {
        check();
      }
      row.place.tell(_ -> {});
      check();
      work(60, 1);
      check();
    }

    private void step(String what) {
      seen.add(what.split(" ", 2)[0]);
      if (step++ == troubleAt) {
        happens(what);
      }
    }

    private void happens(String what) {
      switch (trouble) {
        case FAILURE -> throw new SnapshotException(what + " fails", null);
        case CRASH -> throw new Crash();
        case STUCK -> {
          row.place.tell(_ -> {});
          work(45, 2);
          check();
        }
      }
    }

    /** An owner comes, works and goes. A failure of a snapshot is tried again once. */
    private void work(int upTo, int snapshots) {
      try (Owner owner = owner()) {
        for (int i = snapshots - 1; i >= 0; i--) {
          owner.readTo(Math.max(upTo - 5L * i, owner.state.progress().next()));
          try {
            owner.snapshot();
          } catch (SnapshotException e) {
            check();
            owner.snapshot();
          }
          swept += owner.snapshots.stats().sweptObjects();
        }
      }
    }

    private Owner owner() {
      String writer = "%016x".formatted(owners.nameTheWriter() ? ++writers : 0);
      return new Owner(
          row, folder.resolve("owner" + folders++), writer, owners.ask(), owners.fence());
    }

    /** Each snapshot of the note is whole, and of the position that the note says. */
    private void check() {
      for (SnapshotNote.Entry entry : SnapshotNote.parse(row.note).entries()) {
        assertThat(wholeAt(entry.manifest()))
            .as("%s is whole, after %s at step %d", entry, trouble, troubleAt)
            .isEqualTo(entry.next());
      }
    }

    /** The position of a snapshot, or what is wrong with it. */
    private Object wholeAt(String name) {
      byte[] encoded = object(name);
      if (encoded == null) {
        return name + " is missing";
      }
      Manifest manifest = ManifestCodec.decode(name, encoded);
      for (StoredFile file : manifest.files()) {
        byte[] bytes = object(file.object());
        if (bytes == null) {
          return file.object() + " is missing";
        }
        if (!Checksum.of(bytes, bytes.length).equals(file.content().checksum())) {
          return file.object() + " has other bytes";
        }
      }
      return manifest.next();
    }

    private byte @Nullable [] object(String name) {
      return row.place.objects.get(Owner.PREFIX + "/" + name);
    }
  }

  @Test
  void only_what_the_note_needs_is_left() {
    Run run = new Run(Trouble.FAILURE, Integer.MAX_VALUE, RIGHT);
    run.run();
    Pattern manifest = Pattern.compile(".*\\.manifest");
    assertThat(run.row.place.objects.keySet().stream().filter(manifest.asPredicate())).hasSize(2);
    assertThat(run.row.place.objects).hasSizeBetween(5, 24);
  }
}
