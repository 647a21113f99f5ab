package io.messina.testkit.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/**
 * Folders of engines that keep files, until their trial ends: only Jupiter knows {@code @TempDir}.
 */
final class TrialFolders {

  private static final Map<Class<?>, Queue<Path>> IN_USE = new ConcurrentHashMap<>();

  private TrialFolders() {}

  static Path create(Class<?> testClass) {
    try {
      Path folder = Files.createTempDirectory("messina-contract-");
      IN_USE.computeIfAbsent(testClass, _ -> new ConcurrentLinkedQueue<>()).add(folder);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void delete(Class<?> testClass) {
    Queue<Path> folders = IN_USE.remove(testClass);
    if (folders != null) {
      folders.forEach(TrialFolders::delete);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> innermostFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path path : innermostFirst) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
