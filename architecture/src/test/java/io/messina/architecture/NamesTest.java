package io.messina.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import org.junit.jupiter.api.Test;

class NamesTest {

  private static final String VAGUE = ".*(Impl|Utils?|Helpers?|Manager|Processor|Data|Info)";

  @Test
  void a_class_is_named_by_what_it_is() {
    noClasses()
        .should()
        .haveNameMatching(VAGUE)
        .because("a noun of the domain says what it is, and its difference names an implementation")
        .check(MessinaClasses.ALL);
  }
}
