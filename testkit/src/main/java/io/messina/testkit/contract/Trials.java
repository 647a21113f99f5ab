package io.messina.testkit.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.stream.Stream;
import net.jqwik.api.lifecycle.AfterContainerHook;
import net.jqwik.api.lifecycle.ContainerLifecycleContext;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The trials under way, one per test class: both test engines, Jupiter and jqwik, make a new
 * instance of the class for each test, while a store may take seconds to open. Each of the two
 * opens a store when its first test asks and closes it after its last.
 */
final class Trials implements AfterAllCallback, AfterContainerHook {

  private static final Map<Class<?>, Trial> UNDER_WAY = new ConcurrentHashMap<>();

  static Trial of(Class<?> testClass, Supplier<Trial> beginning) {
    return UNDER_WAY.computeIfAbsent(testClass, _ -> beginning.get());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    context.getTestClass().ifPresent(Trials::end);
  }

  @Override
  public void afterContainer(ContainerLifecycleContext context) {
    context.optionalContainerClass().ifPresent(Trials::end);
  }

  private static void end(Class<?> testClass) {
    Optional.ofNullable(UNDER_WAY.remove(testClass)).ifPresent(trial -> trial.store().close());
    TrialFolders.delete(testClass);
  }

  /**
   * Folders of engines that keep files, until their trial ends: only Jupiter knows
   * {@code @TempDir}.
   */
  static final class TrialFolders {

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
}
