package io.messina.architecture;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * What a build took and cost, what it skipped, and which tests failed and passed when they were run
 * once more, from the reports of its tests. The last module prints it; more than a few flakes fail
 * the build, since each is a fault, and so does more processor time than a build may take.
 */
final class BuildReport {

  static final int FLAKES_MAX = 2;
  static final Duration CLASS_MAX = Duration.ofSeconds(20);
  static final Duration LISTED_CLASS_MAX = Duration.ofSeconds(90);

  /** The list of classes that may take longer, each with its reason. */
  static final String SLOW_CLASSES = "architecture/slow-classes.txt";

  private static final int SLOWEST = 10;
  private static final String TESTS = "/src/test";
  private static final String FLAKES_FILE = "flakes.txt";
  private static final String CRASHES = "hs_err_*";
  private static final String PASSED_FILE = "full-passed";

  private final List<ModuleReport> modules;
  private final Set<String> slowClasses;

  BuildReport(List<ModuleReport> modules, Set<String> slowClasses) {
    this.modules = modules;
    this.slowClasses = slowClasses;
  }

  /**
   * Takes the root's folder, the name of the folder that a module is built in, and how many minutes
   * of the processor the build may take, 0 for any.
   */
  public static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments[0]).toRealPath();
    BuildReport report = of(root, arguments[1]);
    if (report.modules.isEmpty()) {
      return; // built without checks
    }
    Path folder = Files.createDirectories(root.resolve(arguments[1]));
    Optional<BuildCpu> cpu = BuildCpu.ofParent(folder.resolve("cassandra-for-tests"));
    Duration cpuMax = Duration.ofMinutes(Long.parseLong(arguments[2]));
    report.print(System.out, cpu);
    List<String> flakes = report.flakes();
    Files.write(folder.resolve(FLAKES_FILE), flakes);
    Optional<String> overspent = cpu.flatMap(spent -> overspent(spent, cpuMax));
    overspent.ifPresent(System.out::println);
    List<Path> crashes = crashes(root);
    crashes.forEach(crash -> System.out.println("Java crashed: see " + crash));
    if (flakes.size() > FLAKES_MAX || overspent.isPresent() || !crashes.isEmpty()) {
      System.exit(1);
    }
    forgetWhatPassed(root, arguments[1]);
  }

  /** Of the modules that were built last, each with the reports of that build only. */
  static BuildReport of(Path root, String buildFolder) throws IOException {
    List<ModuleReport> modules = new ArrayList<>();
    for (Map.Entry<String, Path> target : targets(root, buildFolder).entrySet()) {
      ModuleReport.in(target.getKey(), target.getValue()).ifPresent(modules::add);
    }
    return new BuildReport(modules, Set.copyOf(slowClasses(root)));
  }

  /** The names in the list of classes that may take longer. */
  static List<String> slowClasses(Path root) throws IOException {
    try (Stream<String> lines = Files.lines(root.resolve(SLOW_CLASSES))) {
      return lines
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split(" ", 2)[0])
          .toList();
    }
  }

  /** Why a build fails that took too much of the processor. */
  static Optional<String> overspent(BuildCpu cpu, Duration most) {
    return most.isZero() || cpu.whole().compareTo(most) <= 0
        ? Optional.empty()
        : Optional.of(
            "The build took %s CPU minutes (expected: at most %d): make the costliest test class above cheaper, or mark what of it shows that tests are sharp or promises hold for long with @FullBuild"
                .formatted(minutes(cpu.whole()), most.toMinutes()));
  }

  /** What Java left where it ran tests, or what tests started, and ended by a fault of its own. */
  static List<Path> crashes(Path root) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> folders = Files.list(root)) {
      for (Path module : folders.filter(Files::isDirectory).toList()) {
        for (Path folder : List.of(module, module.resolve("src").resolve("test"))) {
          if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> reports = Files.newDirectoryStream(folder, CRASHES)) {
              reports.forEach(found::add);
            }
          }
        }
      }
    }
    return found;
  }

  /** A full build that ended begins anew. */
  private static void forgetWhatPassed(Path root, String buildFolder) throws IOException {
    for (Path target : targets(root, buildFolder).values()) {
      Files.deleteIfExists(target.resolve(PASSED_FILE));
    }
  }

  /** The folders that modules and their tests are built in, by their names. */
  private static Map<String, Path> targets(Path root, String buildFolder) throws IOException {
    Map<String, Path> targets = new TreeMap<>();
    try (Stream<Path> folders = Files.list(root)) {
      for (Path folder : folders.filter(Files::isDirectory).toList()) {
        String name = folder.getFileName().toString();
        Path target = folder.resolve(buildFolder);
        targets.put(name, target);
        targets.put(name + TESTS, target.resolve("tests"));
      }
    }
    return targets;
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

  void print(PrintStream out, Optional<BuildCpu> cpu) {
    out.println("Modules: s from begin to end, CPU s of tests, processes that these started");
    modules.forEach(module -> out.println(line(module.took(), module.cost(), module.name())));
    out.println(
        "Slowest test classes, of "
            + CLASS_MAX.toSeconds()
            + " s each on a quiet machine: s, CPU s, processes");
    classes().stream()
        .sorted(Comparator.comparing(ClassCost::took).reversed())
        .limit(SLOWEST)
        .forEach(
            cost ->
                out.println(
                    line(cost.took(), cost, cost.name())
                        + (isOver(cost) ? ", over its budget" : "")));
    print(out, "Skipped tests", skipped());
    print(out, "Flakes, of " + FLAKES_MAX + " that are borne", flakes());
    cpu.ifPresent(spent -> print(out, spent));
  }

  private void print(PrintStream out, BuildCpu cpu) {
    Duration tests =
        modules.stream().map(module -> module.cost().cpu()).reduce(Duration.ZERO, Duration::plus);
    out.printf(
        Locale.ROOT,
        "CPU minutes: %s (Maven %s, compilers and checks %s, tests %s, their shared Cassandra"
            + " %s)%n",
        minutes(cpu.whole()),
        minutes(cpu.maven()),
        minutes(cpu.started().minus(tests)),
        minutes(tests),
        minutes(cpu.shared()));
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
  private boolean isOver(ClassCost cost) {
    String simple = cost.name().substring(cost.name().lastIndexOf('.') + 1);
    Duration most = slowClasses.contains(simple) ? LISTED_CLASS_MAX : CLASS_MAX;
    return cost.took().compareTo(most) > 0;
  }

  /** A class that two engines ran, or that was run again, once. */
  private Collection<ClassCost> classes() {
    return modules.stream()
        .flatMap(module -> module.costs().stream())
        .filter(ClassCost::isOfClass)
        .collect(Collectors.toMap(ClassCost::name, cost -> cost, ClassCost::plus, TreeMap::new))
        .values();
  }

  private Stream<TestRun> tests() {
    return modules.stream().flatMap(module -> module.tests().stream());
  }

  private static String line(Duration took, ClassCost cost, String name) {
    return String.format(
        Locale.ROOT,
        "%8.1f %7.1f %4d  %s",
        took.toMillis() / 1000.0,
        cost.cpu().toMillis() / 1000.0,
        cost.processes(),
        name);
  }

  private static String minutes(Duration time) {
    return String.format(Locale.ROOT, "%.1f", time.toMillis() / 60_000.0);
  }

  /**
   * What a module took, with its compilation, and its tests.
   *
   * @param name of its folder
   * @param took from its first phase until its last report or its jar was written
   * @param tests in the order of their classes
   * @param costs of its test classes, and of what its test JVMs did between them
   */
  record ModuleReport(String name, Duration took, List<TestRun> tests, List<ClassCost> costs) {

    /** Written by the first phase of a module. */
    static final String BEGUN = "begun";

    /** Of the module in a folder, unless that is none or was not built. */
    static Optional<ModuleReport> in(String name, Path target) throws IOException {
      Path begun = target.resolve(BEGUN);
      if (!Files.exists(begun)) {
        return Optional.empty();
      }
      FileTime beginning = Files.getLastModifiedTime(begun);
      FileTime end = beginning;
      List<TestRun> tests = new ArrayList<>();
      for (Path report : files(target.resolve("surefire-reports"), "TEST-*.xml")) {
        if (Files.getLastModifiedTime(report).compareTo(beginning) >= 0) {
          end = later(end, Files.getLastModifiedTime(report));
          tests.addAll(testsIn(report));
        }
      }
      List<ClassCost> costs = new ArrayList<>();
      for (Path file : files(target.resolve("test-costs"), "*.csv")) {
        if (Files.getLastModifiedTime(file).compareTo(beginning) >= 0) {
          costs.addAll(ClassCost.in(file).toList());
        }
      }
      for (Path jar : files(target, "*.jar")) {
        end = later(end, Files.getLastModifiedTime(jar));
      }
      return Optional.of(
          new ModuleReport(
              name, Duration.between(beginning.toInstant(), end.toInstant()), tests, costs));
    }

    /** Of all its tests. */
    ClassCost cost() {
      return costs.stream()
          .reduce(new ClassCost(name, Duration.ZERO, Duration.ZERO, 0), ClassCost::plus);
    }

    private static FileTime later(FileTime one, FileTime other) {
      return one.compareTo(other) > 0 ? one : other;
    }

    private static List<Path> files(Path folder, String pattern) throws IOException {
      if (!Files.isDirectory(folder)) {
        return List.of();
      }
      try (Stream<Path> files = Files.list(folder)) {
        return files
            .filter(
                file ->
                    file.getFileSystem()
                        .getPathMatcher("glob:" + pattern)
                        .matches(file.getFileName()))
            .sorted()
            .toList();
      }
    }

    private static List<TestRun> testsIn(Path report) throws IOException {
      try {
        Document document =
            DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(report.toFile());
        NodeList cases = document.getElementsByTagName("testcase");
        List<TestRun> tests = new ArrayList<>();
        for (int i = 0; i < cases.getLength(); i++) {
          tests.add(TestRun.of((Element) cases.item(i)));
        }
        return tests;
      } catch (ParserConfigurationException | SAXException e) {
        throw new IOException(report + " cannot be read", e);
      }
    }
  }
}
