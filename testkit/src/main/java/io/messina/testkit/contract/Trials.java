package io.messina.testkit.contract;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
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
}
