package io.messina.enrich;

import static io.messina.testkit.mistake.Mistake.calling;
import static io.messina.testkit.mistake.Mistake.desc;
import static io.messina.testkit.mistake.Mistake.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.enrich.SlotPhase.Trigger;
import io.messina.testkit.Seeds;
import io.messina.testkit.mistake.MistakenClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SlotPhaseTest {

  private static final Path PAGE = Path.of("../docs/developer/enrichment.md");
  private static final Set<String> TAKEN = new TreeSet<>();

  @Test
  void the_page_tells_all_transitions() throws IOException {
    assertThat(Files.readAllLines(PAGE))
        .filteredOn(line -> line.matches("\\| `[A-Z_]+` \\| `[A-Z_]+` \\| `[A-Z_]+` \\|.*"))
        .extracting(
            line ->
                line.replaceAll("[|`]", "")
                    .trim()
                    .replaceAll("^(\\S+)\\s+(\\S+)\\s+(\\S+).*", "$1 $2 $3"))
        .containsExactlyInAnyOrderElementsOf(allowed());
  }

  @Test
  void what_cannot_happen_is_refused() {
    assertThatThrownBy(() -> SlotPhase.IDLE.after(Trigger.APPLIED))
        .hasMessage("a key that is IDLE cannot go on by APPLIED");
  }

  @Test
  void histories_take_every_transition() {
    MistakenClasses noting =
        new MistakenClasses(
            calling(
                ShardEnrichment.class.getName(),
                "after",
                code ->
                    code.invokestatic(
                        desc(SlotPhaseTest.class),
                        "noted",
                        type(SlotPhase.class, SlotPhase.class, Trigger.class))),
            "io.messina.enrich.");
    Set<String> taken = new TreeSet<>();
    Seeds.forEach(100, seed -> taken.addAll(noting.wrong(SlotPhaseTest.class, "taken", seed)));
    assertThat(taken).containsExactlyInAnyOrderElementsOf(allowed());
  }

  /** Called instead of {@link SlotPhase#after}. */
  static SlotPhase noted(SlotPhase phase, Trigger trigger) {
    SlotPhase next = phase.after(trigger);
    TAKEN.add(phase + " " + trigger + " " + next);
    return next;
  }

  /** Called in the other classes: a history, and an event that is offered again. */
  static List<String> taken(long seed) {
    EnrichmentSimulationTest.wrong(seed);
    new ShardEnrichmentTest().offeredAgain();
    return List.copyOf(TAKEN);
  }

  private static List<String> allowed() {
    List<String> allowed = new ArrayList<>();
    for (SlotPhase phase : EnumSet.allOf(SlotPhase.class)) {
      for (Trigger trigger : EnumSet.allOf(Trigger.class)) {
        SlotPhase next = phase.onto(trigger);
        if (next != null) {
          allowed.add(phase + " " + trigger + " " + next);
        }
      }
    }
    return allowed;
  }
}
