package io.messina.stream.delivery;

import static io.messina.testkit.mistake.Mistake.calling;
import static io.messina.testkit.mistake.Mistake.desc;
import static io.messina.testkit.mistake.Mistake.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.Delivery;
import io.messina.api.GroupOptions;
import io.messina.api.Order;
import io.messina.stream.delivery.Phase.Trigger;
import io.messina.testkit.Seeds;
import io.messina.testkit.mistake.MistakenClasses;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PhaseTest {

  private static final Set<String> TAKEN = new TreeSet<>();
  private static final List<String> ALLOWED =
      List.of(
          "BLOCKED FREED READY",
          "BLOCKED EXPIRED FINISHED",
          "READY HELD_UP BLOCKED",
          "READY CLAIMED CLAIMED",
          "READY ACKED FINISHED",
          "READY GIVEN_UP GIVEN_UP",
          "READY EXPIRED FINISHED",
          "CLAIMED CONFIRMED OUT",
          "CLAIMED EXPIRED FINISHED",
          "OUT ACKED FINISHED",
          "OUT NACKED RETRY",
          "OUT EXTENDED OUT",
          "OUT RELEASED READY",
          "OUT RAN_OUT READY",
          "OUT GIVEN_UP GIVEN_UP",
          "OUT EXPIRED FINISHED",
          "RETRY DUE READY",
          "RETRY EXPIRED FINISHED",
          "GIVEN_UP LETTER_WRITTEN FINISHED",
          "GIVEN_UP EXPIRED FINISHED");

  @Test
  void each_phase_and_trigger_leads_where_it_should_or_nowhere() {
    List<String> found = new ArrayList<>();
    for (Phase phase : EnumSet.allOf(Phase.class)) {
      for (Trigger trigger : EnumSet.allOf(Trigger.class)) {
        Phase next = phase.onto(trigger);
        if (next != null) {
          found.add(phase + " " + trigger + " " + next);
        }
      }
    }
    assertThat(found).containsExactlyInAnyOrderElementsOf(ALLOWED);
  }

  @Test
  void what_cannot_happen_is_refused() {
    assertThatThrownBy(() -> Phase.GIVEN_UP.after(Trigger.CLAIMED))
        .hasMessage("an event that is GIVEN_UP cannot be CLAIMED");
  }

  @Test
  void histories_take_every_transition() {
    MistakenClasses noting =
        new MistakenClasses(
            calling(
                Entry.class.getName(),
                "after",
                code ->
                    code.invokestatic(
                        desc(PhaseTest.class),
                        "noted",
                        type(Phase.class, Phase.class, Trigger.class))),
            "io.messina.stream.");
    Set<String> taken = new TreeSet<>();
    Seeds.forEach(300, seed -> taken.addAll(noting.wrong(PhaseTest.class, "taken", seed)));
    assertThat(taken).containsExactlyInAnyOrderElementsOf(ALLOWED);
  }

  /** Called instead of {@link Phase#after}. */
  static Phase noted(Phase phase, Trigger trigger) {
    Phase next = phase.after(trigger);
    TAKEN.add(phase + " " + trigger + " " + next);
    return next;
  }

  /** Called in the other Messina. */
  static List<String> taken(long seed) {
    for (Order order : EnumSet.allOf(Order.class)) {
      GroupOptions options = DeliveryPropertiesTest.options(order, Delivery.AT_LEAST_ONCE, 2);
      new World(options, seed).run(150);
    }
    return List.copyOf(TAKEN);
  }
}
