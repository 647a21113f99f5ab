package io.messina.aggregate.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.aggregate.snapshot.ShardSnapshots.Restored;
import io.messina.aggregate.snapshot.StoredFile.Content;
import io.messina.aggregate.state.ShardProgress;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateException;
import io.messina.aggregate.state.StateMemory;
import io.messina.aggregate.window.Window;
import io.messina.store.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of a state that the disk has damaged behind its back. */
class DamagedStateTest {

  private static final String WRITER = "00000000000000aa";
  private static final int MEMBERS = 20_000;

  @TempDir private Path folder;
  private final SplittableRandom random = new SplittableRandom(1);
  private final SteppedPlace place = new SteppedPlace();
  private final StateMemory memory = new StateMemory();
  private final ShardSnapshots snapshots = new ShardSnapshots(place, Owner.PREFIX, WRITER);
  private String note = "";

  @AfterEach
  void give_the_memory_back() {
    memory.close();
  }

  @Test
  void no_snapshot_is_taken_of_them_and_the_state_knows() throws IOException {
    fill(1);
    damageLargest(folder.resolve("state"));
    try (ShardState state = open()) {
      assertThatThrownBy(() -> snapshots.take(state, folder.resolve("scratch"), note))
          .isInstanceOf(StateException.class)
          .hasMessageContaining("checksum");
      assertThat(state.failure()).get().matches(StateException::isDamaged);
    }
    assertThat(place.objects.keySet()).noneMatch(name -> name.endsWith(".manifest"));
  }

  @Test
  void a_snapshot_that_was_taken_of_them_is_passed_over() throws IOException {
    fill(1);
    snapshot();
    fill(2);
    snapshot();
    falsifyNewest(Content::isTable);
    assertThat(restored()).contains(new Restored(1, 1));
  }

  @Test
  void so_is_one_that_cannot_be_opened() throws IOException {
    fill(1);
    snapshot();
    falsifyNewest(content -> content.name().startsWith("MANIFEST"));
    assertThat(restored()).isEmpty();
  }

  private void fill(long next) {
    try (ShardState state = open()) {
      byte[] member = new byte[16];
      for (int i = 0; i < MEMBERS; i++) {
        random.nextBytes(member);
        state.addIfAbsent(new Window(0, 1_000), Bytes.wrap(member.clone()));
      }
      state.commit(
          new ShardProgress(
              next, Long.MIN_VALUE, Long.MIN_VALUE, new ShardProgress.Counters(next, 0, 0, 0)));
      state.flush();
    }
  }

  private ShardState open() {
    return new ShardState(folder.resolve("state"), memory);
  }

  private void snapshot() {
    try (ShardState state = open()) {
      note = snapshots.take(state, folder.resolve("scratch"), note);
      snapshots.published(note, () -> true);
    }
  }

  private Optional<Restored> restored() {
    return new ShardSnapshots(place, Owner.PREFIX, "00000000000000bb")
        .restore(note, folder.resolve("restored"));
  }

  private static void damageLargest(Path state) throws IOException {
    try (Stream<Path> files = Files.list(state)) {
      Path largest =
          files
              .filter(file -> Content.isTable(file.toString()))
              .max(Comparator.comparingLong(file -> file.toFile().length()))
              .orElseThrow();
      Files.write(largest, damaged(Files.readAllBytes(largest)));
    }
  }

  private static byte[] damaged(byte[] bytes) {
    int middle = bytes.length / 2;
    Arrays.fill(bytes, middle, middle + Math.min(bytes.length - middle, 4_096), (byte) 0);
    return bytes;
  }

  /** As it would be had the snapshot been taken of damaged files. */
  private void falsifyNewest(Predicate<Content> which) {
    String name = Owner.PREFIX + "/" + SnapshotNote.parse(note).manifests().getFirst();
    Manifest manifest = ManifestCodec.decode(name, place.objects.get(name));
    List<StoredFile> files =
        manifest.files().stream()
            .map(file -> which.test(file.content()) ? falsified(file) : file)
            .toList();
    place.objects.put(name, ManifestCodec.encode(new Manifest(manifest.next(), files)));
  }

  private StoredFile falsified(StoredFile file) {
    byte[] bytes = damaged(place.objects.get(Owner.PREFIX + "/" + file.object()).clone());
    String object = "damaged-" + file.object();
    place.objects.put(Owner.PREFIX + "/" + object, bytes);
    return new StoredFile(
        object, new Content(file.content().name(), bytes.length, Checksum.of(bytes, bytes.length)));
  }
}
