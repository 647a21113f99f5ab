package io.messina.flink;

import static org.junit.platform.engine.discovery.ClassNameFilter.excludeClassNamePatterns;
import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs the tests of this module in a process of its own. */
final class LaunchedTests {

  private LaunchedTests() {}

  /**
   * Runs them all but some, and ends with status 1 if one fails.
   *
   * @param arguments patterns of classes that are not to be loaded
   */
  public static void main(String[] arguments) {
    LauncherDiscoveryRequest tests =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectPackage("io.messina.flink"))
            .filters(includeClassNamePatterns(".*Test"), excludeClassNamePatterns(arguments))
            .build();
    SummaryGeneratingListener seen = new SummaryGeneratingListener();
    LauncherFactory.create().execute(tests, seen);
    TestExecutionSummary summary = seen.getSummary();
    summary.printFailuresTo(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
    System.out.println("passed: " + summary.getTestsSucceededCount());
    System.exit(summary.getTotalFailureCount() == 0 ? 0 : 1);
  }
}
