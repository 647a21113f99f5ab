package io.messina.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.time.Clock;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DeterminismTest {

  private static final Set<String> AMBIENT =
      Set.of(
          "java.lang.System.currentTimeMillis",
          "java.lang.System.nanoTime",
          "java.lang.Thread.sleep",
          "java.util.concurrent.TimeUnit.sleep",
          "java.lang.Math.random",
          "java.util.UUID.randomUUID",
          "java.util.concurrent.ThreadLocalRandom.current",
          "java.util.random.RandomGenerator.getDefault");

  /** Where the real clock enters: {@code SystemClock}, {@code SystemTicker}. */
  private static final String SYSTEM = "System";

  @Test
  void engines_are_given_time_randomness_and_identity() {
    noClasses()
        .that(
            not(
                MessinaModule.classesOf(
                    MessinaModule.CASSANDRA,
                    MessinaModule.TEST_RULES,
                    MessinaModule.SERVER,
                    MessinaModule.CLI,
                    MessinaModule.EXAMPLES,
                    MessinaModule.BENCH)))
        .and()
        .haveSimpleNameNotStartingWith(SYSTEM)
        .should()
        .accessTargetWhere(new Ambient())
        .because("what is passed in can be simulated; the real clock enters in a class System…")
        .check(MessinaClasses.ALL);
  }

  private static final class Ambient extends DescribedPredicate<JavaAccess<?>> {

    Ambient() {
      super("it reads the machine's time or randomness, or sleeps");
    }

    @Override
    public boolean test(JavaAccess<?> access) {
      if (!(access.getTarget() instanceof CodeUnitAccessTarget target)) {
        return false;
      }
      JavaClass owner = target.getOwner();
      return AMBIENT.contains(owner.getName() + "." + target.getName())
          || isTimeOfNoGivenClock(owner, target)
          || isUnseeded(owner, target);
    }

    private static boolean isTimeOfNoGivenClock(JavaClass owner, CodeUnitAccessTarget target) {
      if (owner.isEquivalentTo(Clock.class)) {
        return target.getName().startsWith("system") || target.getName().startsWith("tick");
      }
      return owner.getPackageName().startsWith("java.time")
          && target.getName().equals("now")
          && target.getRawParameterTypes().stream()
              .noneMatch(type -> type.isEquivalentTo(Clock.class));
    }

    private static boolean isUnseeded(JavaClass owner, CodeUnitAccessTarget target) {
      return target.getName().equals("<init>")
          && target.getRawParameterTypes().isEmpty()
          && (owner.isEquivalentTo(Random.class) || owner.isEquivalentTo(SplittableRandom.class));
    }
  }
}
