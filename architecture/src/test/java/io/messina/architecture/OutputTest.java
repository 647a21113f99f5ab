package io.messina.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import io.messina.api.StrictJson;
import org.junit.jupiter.api.Test;

class OutputTest {

  private static final DescribedPredicate<JavaClass> BEHIND_A_TERMINAL =
      MessinaModule.classesOf(
          MessinaModule.CLI, MessinaModule.EXAMPLES, MessinaModule.BENCH, MessinaModule.TEST_RULES);

  private static final String JACKSON = "tools.jackson.core.JacksonException";

  @Test
  void only_what_runs_in_a_terminal_writes_to_it() {
    noClasses()
        .that(not(BEHIND_A_TERMINAL))
        .should(ACCESS_STANDARD_STREAMS)
        .check(MessinaClasses.ALL);
  }

  @Test
  void logging_goes_through_slf4j() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.util.logging..")
        .check(MessinaClasses.ALL);
  }

  @Test
  void what_a_parser_of_json_says_is_put_into_our_words_first() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(StrictJson.class.getName())
        .should()
        .callMethod(JACKSON, "getOriginalMessage")
        .orShould()
        .callMethod(JACKSON, "getMessage")
        .because("StrictJson.fault leaves out what the parser says of itself")
        .check(MessinaClasses.ALL);
  }
}
