package io.messina.store.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each file of a folder is damaged, cut off, replaced by its former self or removed, while all
 * others stay: then everything is there, or an error tells an operator which file it is.
 */
final class DamagedFilesTest {

  private static final boolean FULL = Boolean.getBoolean("messina.test.everything");

  /** Of files that are called alike, in one moment of the folder. */
  private static final int DAMAGES_OF_A_KIND = FULL ? Integer.MAX_VALUE : 2;

  private static final int FLIPS = FULL ? 24 : 3;
  private static final int FIRST_BYTES = 16;
  private static final int LAST_BYTES = 64;
  private static final long SEED = Long.getLong("messina.test.seed", 20_150_912);
  private static final Set<String> KINDS =
      Set.of(
          "FORMAT",
          "acknowledged",
          "log/log_events/#.rows",
          "log/log_events/MANIFEST",
          "log/log_events/acknowledged",
          "rocksdb/#.blob",
          "rocksdb/#.log",
          "rocksdb/#.sst",
          "rocksdb/CURRENT",
          "rocksdb/MANIFEST-#",
          "rocksdb/OPTIONS-#");

  private final Random random = new Random(SEED);
  private final Set<String> kinds = new TreeSet<>();
  private final Map<String, Integer> damages = new HashMap<>();
  private final List<String> failures = new ArrayList<>();
  private int refusals;
  private int recoveries;

  @TempDir private Path folders;

  private interface Step {
    void take(Path file) throws IOException;
  }

  /** What happens to a file of a moment. */
  private record Damage(
      FolderHistory.Moment moment, Path file, String kind, String how, Step step) {

    @Override
    public String toString() {
      return moment.folder().getFileName() + ": " + file + " " + kind + " " + how;
    }

    /** Without numbers of files. */
    String fileKind() {
      return file.toString().replaceAll("\\d{2,}|(?<=/)\\d", "#");
    }
  }

  @Test
  void no_file_alone_takes_acknowledged_rows_away_without_a_word() throws IOException {
    List<FolderHistory.Moment> moments = FolderHistory.write(folders);
    for (int last = 2; last < moments.size(); last++) {
      List<Damage> possible = possible(moments.get(last), moments.subList(0, last));
      Collections.shuffle(possible, random);
      damages.clear();
      for (Damage damage : possible) {
        if (damages.merge(damage.fileKind() + damage.kind, 1, Integer::sum) <= DAMAGES_OF_A_KIND) {
          check(damage);
        }
      }
    }
    assertThat(failures).as("seed %s", SEED).isEmpty();
    assertThat(kinds).containsAll(KINDS);
    assertThat(refusals).isPositive();
    assertThat(recoveries).isPositive();
  }

  private List<Damage> possible(FolderHistory.Moment moment, List<FolderHistory.Moment> earlier)
      throws IOException {
    List<Damage> possible = new ArrayList<>();
    for (Path path : FolderHistory.files(moment.folder())) {
      Path file = moment.folder().relativize(path);
      int size = Math.toIntExact(Files.size(path));
      possible.add(new Damage(moment, file, "deleted", "", Files::delete));
      for (int length : new TreeSet<>(List.of(0, size / 2, Math.max(0, size - 1)))) {
        possible.add(new Damage(moment, file, "cut to", "" + length, each -> cut(each, length)));
      }
      for (int flip = 0; flip < Math.min(FLIPS, size); flip++) {
        int at = place(flip, size);
        int bit = random.nextInt(Byte.SIZE);
        possible.add(
            new Damage(moment, file, "flipped", at + "." + bit, each -> flip(each, at, bit)));
      }
      for (FolderHistory.Moment former : earlier) {
        Path old = former.folder().resolve(file);
        if (Files.exists(old) && Files.mismatch(old, path) >= 0) {
          String how = String.valueOf(former.folder().getFileName());
          possible.add(new Damage(moment, file, "as in", how, each -> replace(each, old)));
        }
      }
    }
    return possible;
  }

  /** One of the first bytes, one of the last ones, then any. */
  private int place(int flip, int size) {
    return switch (flip) {
      case 0 -> random.nextInt(Math.min(size, FIRST_BYTES));
      case 1 -> size - 1 - random.nextInt(Math.min(size, LAST_BYTES));
      default -> random.nextInt(size);
    };
  }

  private static void cut(Path file, int length) throws IOException {
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), length));
  }

  private static void flip(Path file, int at, int bit) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= (byte) (1 << bit);
    Files.write(file, bytes);
  }

  private static void replace(Path file, Path by) throws IOException {
    Files.copy(by, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private void check(Damage damage) throws IOException {
    kinds.add(damage.fileKind());
    FolderHistory.Moment moment = damage.moment;
    Path copy = folders.resolve("damaged");
    FolderHistory.copy(moment.folder(), copy);
    damage.step.take(copy.resolve(damage.file));
    Map<String, ByteBuffer> before = FolderHistory.bytes(copy);
    boolean opened = false;
    try (RocksStore store = FolderHistory.openCopy(copy)) {
      opened = true;
      if (FolderHistory.contents(store).equals(moment.contents())) {
        recoveries++;
      } else {
        failures.add(damage + ": other rows without a word");
      }
    } catch (StoreException e) {
      refusals++;
      if (!isNamed(copy, damage.file, String.valueOf(e.getMessage()))) {
        failures.add(damage + ": is not named: " + e.getMessage());
      }
    } catch (RuntimeException | Error e) {
      failures.add(damage + ": " + e);
    }
    if (!opened) {
      checkUnchanged(damage, before, FolderHistory.bytes(copy));
      replace(copy.resolve(damage.file), moment.folder().resolve(damage.file));
      checkRestored(damage, copy);
    }
    delete(copy);
  }

  private void checkUnchanged(
      Damage damage, Map<String, ByteBuffer> before, Map<String, ByteBuffer> after) {
    Set<String> changed = new TreeSet<>(before.keySet());
    changed.addAll(after.keySet());
    changed.removeIf(file -> Objects.equals(before.get(file), after.get(file)));
    if (!changed.isEmpty()) {
      failures.add(damage + ": refused, and changed " + changed);
    }
  }

  /**
   * Whether the file is told before any advice. Of a log that is gone, and of a file with large
   * values, the kind is known.
   */
  private static boolean isNamed(Path folder, Path file, String message) {
    String fault = message.split(": restore a backup, or delete ", 2)[0];
    return Pattern.compile(Pattern.quote(folder.resolve(file).toString()) + "(?![-\\w]|\\.\\w)")
            .matcher(fault)
            .find()
        || (file.toString().endsWith(".log") && fault.contains("write-ahead log, which is missing"))
        || (file.toString().endsWith(".blob") && fault.contains("rocksdb/*.blob"));
  }

  private void checkRestored(Damage damage, Path folder) {
    try (RocksStore store = FolderHistory.openCopy(folder)) {
      if (!FolderHistory.contents(store).equals(damage.moment.contents())) {
        failures.add(damage + ": other rows after the file was put back");
      }
    } catch (StoreException e) {
      failures.add(damage + ": refused after the file was put back: " + e.getMessage());
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> found;
    try (Stream<Path> walk = Files.walk(folder)) {
      found = walk.toList();
    }
    for (Path path : found.reversed()) {
      Files.delete(path);
    }
  }
}
