package io.messina.enrich;

import static io.messina.testkit.mistake.Mistake.calls;
import static io.messina.testkit.mistake.Mistake.desc;
import static io.messina.testkit.mistake.Mistake.instead;
import static io.messina.testkit.mistake.Mistake.replacing;
import static io.messina.testkit.mistake.Mistake.type;
import static io.messina.testkit.mistake.Mistake.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.test.rules.FullBuild;
import io.messina.testkit.Seeds;
import io.messina.testkit.mistake.Mistake;
import io.messina.testkit.mistake.MistakenClasses;
import io.messina.testkit.simulation.Simulation;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.constant.ConstantDescs;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EnrichmentSimulationTest {

  private static final int TRIES = 300;

  /** A write of a former owner is under way while an event comes that another one has applied. */
  private static final long LATE_WRITE = 20261124002875L;

  @Test
  void every_event_is_applied_once_in_order_or_set_aside_and_no_key_stays_busy() {
    Seeds.forEach(100, seed -> assertThat(wrong(seed)).isEmpty());
  }

  @Test
  void a_write_that_is_older_than_the_row_that_was_read_takes_no_event_away() {
    assertThat(wrong(LATE_WRITE)).isEmpty();
  }

  @Test
  void what_the_histories_are_for_happens() {
    EnrichmentCounts seen = new EnrichmentCounts();
    int zombies = 0;
    int redriven = 0;
    for (long seed = 1; seed <= 30; seed++) {
      try (Simulation simulation = new Simulation(seed)) {
        EnrichmentWorld world = new EnrichmentWorld(simulation);
        world.run();
        zombies += world.zombies;
        redriven += world.redriven.size();
        seen.replayed += world.seen.replayed;
        seen.conflicts += world.seen.conflicts;
        seen.timeouts += world.seen.timeouts;
        seen.lateAnswers += world.seen.lateAnswers;
        seen.cacheHits += world.seen.cacheHits;
        seen.applied += world.seen.applied;
        seen.rounds += world.seen.rounds;
      }
    }
    assertThat(zombies).isPositive();
    assertThat(redriven).isPositive();
    assertThat(seen.replayed).isPositive();
    assertThat(seen.conflicts).isPositive();
    assertThat(seen.timeouts).isPositive();
    assertThat(seen.lateAnswers).isPositive();
    assertThat(seen.cacheHits).isPositive();
    assertThat(seen.applied).isGreaterThan(seen.rounds);
  }

  @FullBuild("the simulation without them is in each build")
  @ParameterizedTest
  @EnumSource
  void a_planted_bug_is_found_by_the_check_that_names_it(PlantedBug bug) {
    MistakenClasses mistaken = new MistakenClasses(bug.mistake, "io.messina.enrich.");
    LongStream seeds =
        LongStream.concat(LongStream.of(LATE_WRITE), LongStream.rangeClosed(1, TRIES));
    assertThat(mistaken.isFound(getClass(), "wrong", seeds, words -> words.startsWith(bug.shownBy)))
        .as("a history shows that something is: %s", bug.shownBy)
        .isTrue();
  }

  @Test
  void a_history_is_decided_by_its_seed() {
    assertThat(hash(3)).isEqualTo(hash(3)).isNotEqualTo(hash(4));
  }

  private static long hash(long seed) {
    try (Simulation simulation = new Simulation(seed)) {
      new EnrichmentWorld(simulation).run();
      return simulation.history().hash();
    }
  }

  /** What is wrong after a history. */
  static List<String> wrong(long seed) {
    try (Simulation simulation = new Simulation(seed)) {
      return new EnrichmentWorld(simulation).run();
    }
  }

  /** An enrichment with one mistake each, and the check of {@link EnrichmentWorld} that notices. */
  enum PlantedBug {
    LATE_ANSWERS_COUNT("late answer", inCore("close", stored("sequence", code -> code.pop2()))),
    REQUESTS_TIME_OUT_AT_ONCE("two requests for one key", inCore("send", reads("timeoutNanos", 0))),
    PERMITS_ARE_IGNORED(
        "more requests than permits",
        inCore("end", calls(SlotList.class, "size", code -> code.pop().iconst_0()))),
    BUFFER_IS_UNBOUNDED(
        "more bytes than may be buffered",
        inCore("offer", calls(EventSlab.class, "bytes", code -> code.pop().lconst_0()))),
    CACHE_IS_UNBOUNDED(
        "more bytes than may be cached",
        within(Slots.class.getName(), "keepRow", reads("bytesMax", Long.MAX_VALUE))),
    REPLAYS_ARE_APPLIED_AGAIN(
        "applied twice",
        instead(EventSlab.class.getName(), "countIncluded", code -> code.iconst_0().ireturn())),
    REPLAYS_EMIT_NOTHING(
        "no output",
        inCore(
            "finishReplayed",
            calls(ShardEnrichment.class, "emit", code -> code.pop().pop().pop().pop()))),
    EVENTS_ARE_APPLIED_BACKWARDS(
        "applied out of order",
        within(
            EventSlab.class.getName(),
            "list",
            calls(
                Arrays.class,
                "asList",
                code ->
                    code.invokestatic(
                        desc(PlantedBug.class), "reversed", type(List.class, Object[].class))))),
    OUTPUTS_ARE_EMITTED_BACKWARDS(
        "output out of order",
        inCore(
            "emit",
            calls(
                List.class,
                "get",
                code ->
                    code.invokestatic(
                        desc(PlantedBug.class),
                        "fromTheEnd",
                        type(Object.class, List.class, int.class))))),
    PROGRESS_PASSES_WHAT_IS_UNFINISHED(
        "lost",
        instead(
            ShardEnrichment.class.getName(),
            "completeTo",
            code ->
                code.aload(0)
                    .getfield(desc(ShardEnrichment.class), "completeTo", ConstantDescs.CD_long)
                    .lreturn())),
    LETTERS_ARE_NOT_WAITED_FOR(
        "lost",
        new Mistake(
            ShardEnrichment.class.getName(),
            ClassTransform.transformingMethodBodies(
                method -> List.of("apply", "goOn").contains(method.methodName().stringValue()),
                Mistake.reads("letters", code -> code.pop().iconst_0())))),
    UNANSWERED_WRITES_COUNT_AS_REFUSED(
        "set aside, but applied", inCore("fail", calls(Slot.class, "doubt", code -> code.pop()))),
    FORMER_WRITES_ARE_FORGOTTEN("set aside, but applied", inCore("setAside", reads("formerTo", 0))),
    EVENTS_ARE_FINISHED_WITHOUT_A_WRITE_OF_ONES_OWN(
        "lost", inCore("apply", calls(Slot.class, "rowIsOwn", code -> code.pop().iconst_1()))),
    BACKOFF_NEVER_ENDS(
        "still busy",
        inCore("fail", calls(PriorityQueue.class, "add", code -> code.pop2().iconst_1())));

    final String shownBy;
    final transient Mistake mistake;

    PlantedBug(String shownBy, Mistake mistake) {
      this.shownBy = shownBy;
      this.mistake = mistake;
    }

    private static Mistake inCore(String method, CodeTransform transform) {
      return within(ShardEnrichment.class.getName(), method, transform);
    }

    /** A value is not stored in a field. */
    private static CodeTransform stored(String field, Consumer<CodeBuilder> instead) {
      return replacing(
          element ->
              element instanceof FieldInstruction found
                  && found.opcode() == Opcode.PUTFIELD
                  && found.name().equalsString(field),
          instead);
    }

    private static CodeTransform reads(String field, long value) {
      return Mistake.reads(field, code -> code.pop().loadConstant(value));
    }

    /** Called instead of {@link Arrays#asList}. */
    static List<Object> reversed(Object[] list) {
      return Arrays.asList(list).reversed();
    }

    /** Called instead of {@link List#get}. */
    static Object fromTheEnd(List<?> list, int index) {
      return list.get(list.size() - 1 - index);
    }
  }
}
