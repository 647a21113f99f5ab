package io.messina.architecture;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a build took, what it skipped, and which tests failed and passed when they were run once
 * more, from the reports of its tests. The last module prints it; more than a few flakes fail the
 * build, since each is a fault.
 */
final class BuildReport {

  static final int FLAKES_MAX = 2;
  static final Duration MODULE_MAX = Duration.ofMinutes(2);
  static final Duration CLASS_MAX = Duration.ofSeconds(20);
  static final Duration LISTED_CLASS_MAX = Duration.ofSeconds(90);

  /** The list of classes that may take longer, each with its reason. */
  static final String SLOW_CLASSES = "architecture/slow-classes.txt";

  private static final int SLOWEST = 10;
  private static final String TESTS = "/src/test";
  private static final String FLAKES_FILE = "flakes.txt";

  private final List<ModuleReport> modules;
  private final Set<String> slowClasses;

  BuildReport(List<ModuleReport> modules, Set<String> slowClasses) {
    this.modules = modules;
    this.slowClasses = slowClasses;
  }

  /** Takes the root's folder, and the name of the folder that a module is built in. */
  public static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments[0]);
    BuildReport report = of(root, arguments[1]);
    if (report.modules.isEmpty()) {
      return; // built without checks
    }
    report.print(System.out);
    List<String> flakes = report.flakes();
    Path folder = Files.createDirectories(root.resolve(arguments[1]));
    Files.write(folder.resolve(FLAKES_FILE), flakes);
    if (flakes.size() > FLAKES_MAX) {
      System.exit(1);
    }
  }

  /** Of the modules that were built last, each with the reports of that build only. */
  static BuildReport of(Path root, String buildFolder) throws IOException {
    List<ModuleReport> modules = new ArrayList<>();
    try (Stream<Path> folders = Files.list(root)) {
      for (Path folder : folders.sorted().toList()) {
        String name = folder.getFileName().toString();
        Path target = folder.resolve(buildFolder);
        ModuleReport.in(name, target).ifPresent(modules::add);
        ModuleReport.in(name + TESTS, target.resolve("tests")).ifPresent(modules::add);
      }
    }
    try (Stream<String> lines = Files.lines(root.resolve(SLOW_CLASSES))) {
      return new BuildReport(
          modules,
          lines
              .filter(line -> !line.isBlank() && !line.startsWith("#"))
              .map(line -> line.split(" ", 2)[0])
              .collect(Collectors.toSet()));
    }
  }

  /** One line for each, as people read it. */
  List<String> flakes() {
    return tests()
        .flatMap(
            test ->
                test
                    .flake()
                    .map(why -> test.place() + ": " + why.lines().findFirst().orElse(""))
                    .stream())
        .toList();
  }

  void print(PrintStream out) {
    out.println("Modules, of " + MODULE_MAX.toSeconds() + " s each on a quiet machine");
    modules.forEach(
        module ->
            out.println(
                line(module.took(), module.took().compareTo(MODULE_MAX) > 0, module.name())));
    out.println("Slowest test classes, of " + CLASS_MAX.toSeconds() + " s each");
    classes().entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(SLOWEST)
        .forEach(entry -> out.println(line(entry.getValue(), isOver(entry), entry.getKey())));
    print(out, "Skipped tests", skipped());
    print(out, "Flakes, of " + FLAKES_MAX + " that are borne", flakes());
  }

  private static void print(PrintStream out, String title, List<String> lines) {
    out.println(title + (lines.isEmpty() ? ": none" : ""));
    lines.forEach(line -> out.println("  " + line));
  }

  private List<String> skipped() {
    return tests()
        .flatMap(test -> test.skipped().map(why -> test.place() + ": " + why).stream())
        .toList();
  }

  /** Whether a class takes longer than it may. */
  private boolean isOver(Map.Entry<String, Duration> entry) {
    String simple = entry.getKey().substring(entry.getKey().lastIndexOf('.') + 1);
    Duration most = slowClasses.contains(simple) ? LISTED_CLASS_MAX : CLASS_MAX;
    return entry.getValue().compareTo(most) > 0;
  }

  private Map<String, Duration> classes() {
    return tests()
        .collect(Collectors.toMap(TestRun::className, TestRun::took, Duration::plus, TreeMap::new));
  }

  private Stream<TestRun> tests() {
    return modules.stream().flatMap(module -> module.tests().stream());
  }

  private static String line(Duration took, boolean over, String name) {
    return String.format(
        Locale.ROOT,
        "%8.1f s  %s%s",
        took.toMillis() / 1000.0,
        name,
        over ? ", over its budget" : "");
  }
}
