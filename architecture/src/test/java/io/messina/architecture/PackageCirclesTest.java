package io.messina.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PackageCirclesTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern SOURCE =
      Pattern.compile("\\.\\./[a-z0-9-]+/src/main/java/.*\\.java");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package (io\\.messina[a-z0-9.]*);");

  /** A package, before the name of one of its types. */
  private static final Pattern NAMED =
      Pattern.compile("\\b(io\\.messina(?:\\.[a-z0-9]+)*)(?=\\.[A-Z])");

  private static final Path PAGES = Path.of("../docs/developer");

  /** A row of the table of packages, as in {@code | `…stream.lane` | writing and reading |}. */
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(?:io\\.messina\\.|…)([a-z.]+)` \\|");

  @Test
  void no_two_packages_need_each_other() {
    slices()
        .matching("io.messina.(**)")
        .should()
        .beFreeOfCycles()
        .because("a package can be understood with those that it uses, and without the others")
        .check(MessinaClasses.ALL);
  }

  /** Links of comments and constants that the compiler copies are in no class file. */
  @Test
  void no_two_packages_name_each_other_in_their_sources() throws IOException {
    Map<String, Set<String>> named = new HashMap<>();
    for (Path source : sources()) {
      String text = Files.readString(source);
      Matcher at = PACKAGE.matcher(text);
      if (at.find()) {
        Set<String> names = named.computeIfAbsent(at.group(1), _ -> new HashSet<>());
        NAMED.matcher(text).results().map(found -> found.group(1)).forEach(names::add);
        names.remove(at.group(1));
      }
    }
    assertThat(named.keySet().stream().filter(each -> reached(named, each).contains(each)))
        .isEmpty();
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files.filter(file -> SOURCE.matcher(file.toString()).matches()).toList();
    }
  }

  private static Set<String> reached(Map<String, Set<String>> named, String from) {
    Set<String> reached = new HashSet<>();
    Deque<String> next = new ArrayDeque<>(named.get(from));
    while (!next.isEmpty()) {
      String each = next.pop();
      if (reached.add(each)) {
        next.addAll(named.getOrDefault(each, Set.of()));
      }
    }
    return reached;
  }

  @ParameterizedTest
  @CsvSource({"STREAM,streams.md", "MESSAGING,messaging.md"})
  void each_package_knows_only_those_above_it_in_the_table(MessinaModule module, String page)
      throws IOException {
    List<String> order =
        ROW.matcher(Files.readString(PAGES.resolve(page)))
            .results()
            .map(row -> "io.messina." + row.group(1))
            .toList();
    assertThat(of(module).map(JavaClass::getPackageName).distinct())
        .as("packages in the table of %s", page)
        .containsExactlyInAnyOrderElementsOf(order);
    assertThat(
            of(module)
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(use -> order.contains(packageOf(use.getTargetClass())))
                .filter(use -> isBelow(order, use))
                .map(Dependency::getDescription))
        .isEmpty();
  }

  private static Stream<JavaClass> of(MessinaModule module) {
    return MessinaClasses.ALL.stream().filter(module.classes());
  }

  private static boolean isBelow(List<String> order, Dependency use) {
    return order.indexOf(packageOf(use.getTargetClass()))
        > order.indexOf(packageOf(use.getOriginClass()));
  }

  private static String packageOf(JavaClass type) {
    return type.getBaseComponentType().getPackageName();
  }
}
