package io.messina.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class PackagesTest {

  @Test
  void every_package_has_a_package_info_that_is_null_marked() {
    classes()
        .that()
        .resideOutsideOfPackage("..jmh_generated..")
        .should(new BeInNullMarkedPackage())
        .check(MessinaClasses.ALL);
  }

  @Test
  void what_is_internal_to_the_client_is_used_by_the_client_only() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.messina.client..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.messina.client.internal..")
        .check(MessinaClasses.ALL);
  }

  private static final class BeInNullMarkedPackage extends ArchCondition<JavaClass> {

    BeInNullMarkedPackage() {
      super("be in a package whose package-info is @NullMarked");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
      JavaPackage where = type.getPackage();
      boolean marked =
          where.tryGetPackageInfo().isPresent() && where.isAnnotatedWith(NullMarked.class);
      events.add(new SimpleConditionEvent(type, marked, where.getName() + " of " + type.getName()));
    }
  }
}
