package io.messina.architecture;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathExpression;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;

class ModulesTest {

  private static final Set<String> WITHOUT_CLASSES =
      Set.of(
          "bom",
          "checks",
          "architecture",
          "cassandra-jars",
          "cluster-tests",
          "demo-data",
          "dist",
          "kafka-jars");

  @Test
  void modules_use_only_what_the_design_lets_them_use() {
    LayeredArchitecture design =
        layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("io.messina..")
            .withOptionalLayers(true)
            .ensureAllClassesAreContainedInArchitecture();
    for (MessinaModule module : MessinaModule.values()) {
      design = design.layer(module.name()).definedBy(module.classes());
    }
    for (MessinaModule module : MessinaModule.values()) {
      var layer = design.whereLayer(module.name());
      design =
          module.used().length == 0
              ? layer.mayNotAccessAnyLayer()
              : layer.mayOnlyAccessLayers(module.used());
    }
    design.check(MessinaClasses.ALL);
  }

  @Test
  void every_module_of_the_build_is_examined_here() throws IOException {
    assertThat(foldersOfTheBuild())
        .isNotEmpty()
        .filteredOn(
            folder ->
                MessinaClasses.ALL.stream().noneMatch(MessinaModule.inFolder(folder).classes()))
        .as("modules without a class in the class path; are they in architecture/pom.xml?")
        .isEmpty();
  }

  /** The launcher builds without tests, so that jars of tests are not made. */
  @Test
  void modules_need_jars_of_tests_only_by_a_profile() throws Exception {
    DocumentBuilder poms = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    XPathExpression jarsOfTests =
        XPathFactory.newInstance()
            .newXPath()
            .compile(
                "/project/dependencies/dependency[groupId='io.messina' and type='test-jar']"
                    + "/artifactId");
    for (String folder : foldersOfTheBuild()) {
      Path pom = Path.of("..", folder, "pom.xml");
      assertThat(jarsOfTests.evaluate(poms.parse(pom.toFile())))
          .as("a jar of tests that %s needs outside of the profile named tests", pom)
          .isEmpty();
    }
  }

  private static List<String> foldersOfTheBuild() throws IOException {
    return Pattern.compile("<module>(.+)</module>")
        .matcher(Files.readString(Path.of("../pom.xml")))
        .results()
        .map(module -> module.group(1))
        .filter(folder -> !WITHOUT_CLASSES.contains(folder) && !folder.endsWith("/src/test"))
        .toList();
  }
}
