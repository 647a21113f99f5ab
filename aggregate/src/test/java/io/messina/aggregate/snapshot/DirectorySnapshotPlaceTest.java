package io.messina.aggregate.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectorySnapshotPlaceTest {

  /** A file system on which nothing can be written, whoever tries. */
  private static final Path FULL = Path.of("/dev/full");

  @TempDir Path folder;
  private Path root;
  private DirectorySnapshotPlace place;

  @BeforeEach
  void make() {
    root = folder.resolve("place");
    place = new DirectorySnapshotPlace(root);
  }

  private void mark() throws IOException {
    place.put(SnapshotPlace.MARK, file("0123456789abcdef"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "visits~1/clicks~2/7/00000000000000aa-1-000012.sst",
        "a",
        "a b/c",
        ".hidden/..almost/...",
        "~/-/_",
        "größe/猫"
      })
  void what_was_put_is_there_until_it_is_deleted(String name) throws IOException {
    mark();
    place.put(name, file("first"));
    place.put(name, file("second"));
    assertThat(got(name)).isEqualTo("second");
    place.delete(List.of(name, name, "never/there"));
    assertThatThrownBy(() -> got(name))
        .isInstanceOf(SnapshotException.Missing.class)
        .hasMessage("%s is not in the folder %s", name, root);
    try (var left = Files.list(root)) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .containsExactly("messina-snapshots");
    }
  }

  @Test
  void long_names_are_kept() throws IOException {
    mark();
    String name = ("a".repeat(200) + "/").repeat(4) + "b".repeat(96);
    place.put(name, file("x"));
    assertThat(place.list("a".repeat(200) + "/")).containsExactly(name);
    assertThat(got(name)).isEqualTo("x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "../a", "a/../../b", "a/..", "/etc/passwd", "../place2/a"})
  void names_that_lead_out_of_the_folder_are_refused(String name) {
    assertThatThrownBy(() -> place.put(name, file("x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("name: %s (expected: a path below the place)", name);
    assertThatThrownBy(() -> got(name)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> place.delete(List.of(name)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(root).doesNotExist();
  }

  @Test
  void a_prefix_lists_what_is_below_it_and_nothing_beside_it() throws IOException {
    mark();
    assertThat(place.list("a/")).isEmpty();
    for (String name : List.of("a/1/x", "a/1/y", "a/10/x", "a/2", "b/1")) {
      place.put(name, file(name));
    }
    assertThat(place.list("a/1/")).containsExactlyInAnyOrder("a/1/x", "a/1/y");
    assertThat(place.list("a/")).containsExactlyInAnyOrder("a/1/x", "a/1/y", "a/10/x", "a/2");
    assertThat(place.list("c/")).isEmpty();
  }

  @Test
  void what_a_crash_left_of_a_file_is_no_object_and_can_be_removed() throws IOException {
    mark();
    place.put("a/x", file("whole"));
    Files.writeString(root.resolve("a/y.part"), "hal");
    assertThatThrownBy(() -> got("a/y")).isInstanceOf(SnapshotException.Missing.class);
    assertThat(place.list("a/")).containsExactlyInAnyOrder("a/x", "a/y.part");
    place.put("a/y", file("longer than before"));
    assertThat(got("a/y")).isEqualTo("longer than before");
    assertThat(place.list("a/")).containsExactlyInAnyOrder("a/x", "a/y");
    Files.writeString(root.resolve("a/z.part"), "hal");
    place.delete(List.of("a/z.part"));
    assertThat(place.list("a/")).containsExactlyInAnyOrder("a/x", "a/y");
  }

  @Test
  void a_full_disk_is_told_in_one_sentence_and_leaves_the_object_as_it_was() throws IOException {
    assumeTrue(Files.exists(FULL), "a device that is always full");
    mark();
    place.put("a", file("before"));
    Files.createSymbolicLink(root.resolve("a.part"), FULL);
    assertThatThrownBy(() -> place.put("a", file("after")))
        .isExactlyInstanceOf(SnapshotException.class)
        .hasMessage(
            "a cannot be written in the folder %s: java.io.IOException: No space left on device",
            root);
    assertThat(got("a")).isEqualTo("before");
    assertThatThrownBy(() -> place.get("a", FULL))
        .isExactlyInstanceOf(SnapshotException.class)
        .hasMessageStartingWith("a cannot be read in the folder " + root);
  }

  @Test
  void a_folder_that_cannot_be_written_is_told_in_one_sentence() throws IOException {
    Path inTheWay = file("no folder");
    Path wanted = inTheWay.resolve("place");
    try (DirectorySnapshotPlace blocked = new DirectorySnapshotPlace(wanted)) {
      assertThatThrownBy(() -> blocked.put("a/x", file("x")))
          .isExactlyInstanceOf(SnapshotException.class)
          .hasMessageStartingWith("a/x cannot be written in the folder " + wanted + ": ")
          .hasMessageContaining(inTheWay.toString());
      assertThat(blocked.list("a/")).isEmpty();
    }
  }

  @Test
  void a_folder_that_is_not_mounted_is_not_taken_for_an_empty_one() throws IOException {
    mark();
    place.put("a/x", file("x"));
    assertThat(place.folders()).containsExactly("a");
    Files.delete(root.resolve("messina-snapshots"));
    Files.delete(root.resolve("a/x"));
    assertThatThrownBy(() -> got("a/x"))
        .isExactlyInstanceOf(SnapshotException.class)
        .hasMessageStartingWith("a/x cannot be read in the folder " + root);
    assertThatThrownBy(() -> got("messina-snapshots"))
        .isInstanceOf(SnapshotException.Missing.class);
    assertThatThrownBy(() -> place.put("b/x", file("x")))
        .isExactlyInstanceOf(SnapshotException.class)
        .hasMessageStartingWith("b/x cannot be written in the folder " + root);
    assertThat(root.resolve("b")).doesNotExist();
  }

  private Path file(String text) {
    try {
      return Files.writeString(folder.resolve("file"), text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private String got(String name) throws IOException {
    Path target = folder.resolve("got");
    place.get(name, target);
    return Files.readString(target);
  }
}
