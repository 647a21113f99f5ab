package io.messina.stream.ownership;

import static io.messina.testkit.mistake.Mistake.calling;
import static io.messina.testkit.mistake.Mistake.calls;
import static io.messina.testkit.mistake.Mistake.desc;
import static io.messina.testkit.mistake.Mistake.instead;
import static io.messina.testkit.mistake.Mistake.reads;
import static io.messina.testkit.mistake.Mistake.type;
import static io.messina.testkit.mistake.Mistake.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.runtime.FencedSending;
import io.messina.runtime.FencedWrite;
import io.messina.runtime.Moment;
import io.messina.store.Fence;
import io.messina.test.rules.FullBuild;
import io.messina.testkit.mistake.Mistake;
import io.messina.testkit.mistake.MistakenClasses;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each rule left out is noticed. */
@FullBuild("the histories that catch them are in each build")
final class PlantedBugsTest {

  private static final long SEEDS = 200;

  @ParameterizedTest
  @CsvSource({
    "AGE_FROM_ANSWER, Duel, run",
    "MONOTONIC_ONLY, Chaos, run",
    "WALL_ONLY, Chaos, run",
    "LATE_CONFIRMATION, Chaos, run",
    "TAKES_FROM_THE_LIVING, Chaos, run",
    "READ_BEGUN_EARLY, Duel, run",
    "OWN_BEATS_IGNORED, Silence, run",
    "IMPATIENT, Upgrade, run",
    "NO_GRAVE, Chaos, frozen",
    "GRAVE_AFTER_THE_TAKE_OVER, Chaos, frozen",
    "GRAVE_NOT_READ, Chaos, frozen",
    "GRAVE_READ_BEFORE_THE_QUESTION, LateQuestion, run",
    "WITHOUT_WRITER, FencedRace, run",
    "WITHOUT_WRITER, Chaos, run",
    "NEW_BATCH_AFTER_UNKNOWN, FencedRace, run"
  })
  void a_mistake_is_caught_by_histories(WrongOwnership wrong, String histories, String method)
      throws ClassNotFoundException {
    wrong.assertCaughtBy(Class.forName(getClass().getPackageName() + "." + histories), method);
  }

  @Test
  void clocks_whose_rates_are_further_apart_than_allowed_are_caught() {
    long seed = 1;
    while (seed <= SEEDS && Duel.run(seed, 0.9, 1.1).isEmpty()) {
      seed++;
    }
    assertThat(seed).as("seeds tried").isLessThanOrEqualTo(SEEDS);
  }

  /** An ownership with one mistake each, to see whether the tests notice. */
  public enum WrongOwnership {
    /** Counts a beat's age from its answer. */
    AGE_FROM_ANSWER(
        within(
            BeatClock.class.getName(),
            "confirm",
            calls(
                "max",
                code ->
                    code.pop2()
                        .aload(0)
                        .getfield(desc(BeatClock.class), "elapsedNanos", ConstantDescs.CD_long)
                        .invokestatic(
                            desc(Math.class), "max", type(long.class, long.class, long.class))))),
    /** Counts a beat's age by the monotonic clock alone. */
    MONOTONIC_ONLY(
        calling(
            BeatClock.class.getName(),
            "since",
            help("monotonic", type(Duration.class, Moment.class, Moment.class)))),
    /** Counts a beat's age by the wall clock alone. */
    WALL_ONLY(
        calling(
            BeatClock.class.getName(),
            "since",
            help("wall", type(Duration.class, Moment.class, Moment.class)))),
    /** Believes in a beat that was confirmed after the place was lost. */
    LATE_CONFIRMATION(
        within(BeatClock.class.getName(), "look", reads("lost", code -> code.pop().iconst_0()))),
    /** Takes shards from owners that live. */
    TAKES_FROM_THE_LIVING(
        instead(OwnershipSession.class.getName(), "mayTake", code -> code.iconst_1().ireturn())),
    /** Takes a read for proof that ended, but did not begin, after the lease. */
    READ_BEGUN_EARLY(
        within(MemberWatch.class.getName(), "read", atStart(code -> code.lload(3).lstore(1)))),
    /** Takes others for dead while its own beats fail. */
    OWN_BEATS_IGNORED(
        instead(MemberWatch.class.getName(), "ownBeatsSucceed", code -> code.iconst_1().ireturn())),
    /** Takes the keyspace from an earlier server after less than its lease. */
    IMPATIENT(
        calling(
            FenceWatch.class.getName(),
            "toNanos",
            code ->
                code.invokevirtual(desc(Duration.class), "toNanos", type(long.class))
                    .loadConstant(7L)
                    .lmul()
                    .loadConstant(10L)
                    .ldiv())),
    /** Writes no grave of whoever it deposes. */
    NO_GRAVE(instead(OwnershipSession.class.getName(), "bury", CodeBuilder::return_)),
    /** Writes the grave once the new owner has looked for what there is. */
    GRAVE_AFTER_THE_TAKE_OVER(
        within(
            OwnershipSession.class.getName(),
            "take",
            calls("bury", CodeBuilder::pop2)
                .andThen(
                    calls(
                        "tell",
                        code ->
                            code.invokestatic(
                                    desc(OwnershipSession.class),
                                    "tell",
                                    type(boolean.class, OwnedShard.class, Runnable.class))
                                .aload(0)
                                .aload(1)
                                .invokevirtual(
                                    desc(OwnershipSession.class),
                                    "bury",
                                    type(void.class, TakeOver.class)))))),
    /** Acknowledges without having looked for its grave. */
    GRAVE_NOT_READ(
        within(
            GraveWatch.class.getName(),
            "isAlive",
            calls("isEmpty", code -> code.pop().iconst_1()))),
    /** Answers also those who ask while the grave is read. */
    GRAVE_READ_BEFORE_THE_QUESTION(
        within(
            GraveWatch.class.getName(),
            "answerAll",
            calls(
                "isAliveForCertain",
                code ->
                    code.invokevirtual(
                            desc(GraveWatch.class), "isAliveForCertain", type(boolean.class))
                        .aload(1)
                        .aload(0)
                        .invokevirtual(desc(GraveWatch.class), "next", type(List.class))
                        .invokeinterface(
                            desc(List.class), "addAll", type(boolean.class, Collection.class))
                        .pop()))),
    /** Takes another's fence of the same numbers for its own. */
    WITHOUT_WRITER(
        within(
            FencedSending.class.getName(),
            "isOwn",
            calls(
                "equals",
                help("isOfSameNumbers", type(boolean.class, Optional.class, Object.class))))),
    /** Takes an unknown outcome for a failure, and goes on with another batch. */
    NEW_BATCH_AFTER_UNKNOWN(
        instead(
            FencedSending.class.getName(),
            "unanswered",
            code ->
                code.new_(desc(FencedWrite.Abandoned.class))
                    .dup()
                    .iconst_0()
                    .invokespecial(
                        desc(FencedWrite.Abandoned.class),
                        ConstantDescs.INIT_NAME,
                        type(void.class, boolean.class))
                    .invokestatic(desc(Optional.class), "of", type(Optional.class, Object.class))
                    .areturn()));

    private static final long SEEDS = 200;

    private final transient Mistake mistake;

    WrongOwnership(Mistake mistake) {
      this.mistake = mistake;
    }

    /** Some history shows it. */
    void assertCaughtBy(Class<?> history, String method) {
      MistakenClasses messina =
          new MistakenClasses(mistake, "io.messina.stream.", "io.messina.runtime.");
      List<String> wrong = List.of();
      for (long seed = 1; seed <= SEEDS && wrong.isEmpty(); seed++) {
        wrong = messina.wrong(history, method, seed);
      }
      assertThat(wrong)
          .as("what shows " + this)
          .isNotEmpty()
          .noneMatch(it -> it.contains("ended by"));
    }

    /** Instead of {@link Moment#since}. */
    static Duration monotonic(Moment now, Moment earlier) {
      return Duration.ofNanos(now.monotonicNanos() - earlier.monotonicNanos());
    }

    /** Instead of {@link Moment#since}. */
    static Duration wall(Moment now, Moment earlier) {
      return Duration.between(earlier.wall(), now.wall());
    }

    /** Instead of comparing fences with their writers; called from another package. */
    public static boolean isOfSameNumbers(Optional<Fence> standing, Object next) {
      return standing.isPresent()
          && next instanceof Optional<?> own
          && own.orElseThrow() instanceof Fence fence
          && standing.get().epoch() == fence.epoch()
          && standing.get().n() == fence.n();
    }

    private static CodeTransform atStart(Consumer<CodeBuilder> first) {
      return new CodeTransform() {
        @Override
        public void atStart(CodeBuilder code) {
          first.accept(code);
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
          code.with(element);
        }
      };
    }

    private static Consumer<CodeBuilder> help(String method, MethodTypeDesc type) {
      return code -> code.invokestatic(desc(WrongOwnership.class), method, type);
    }
  }
}
