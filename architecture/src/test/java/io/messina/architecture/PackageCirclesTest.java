package io.messina.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PackageCirclesTest {

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
