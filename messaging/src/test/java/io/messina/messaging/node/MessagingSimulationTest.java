package io.messina.messaging.node;

import static io.messina.testkit.mistake.Mistake.calling;
import static io.messina.testkit.mistake.Mistake.calls;
import static io.messina.testkit.mistake.Mistake.desc;
import static io.messina.testkit.mistake.Mistake.instead;
import static io.messina.testkit.mistake.Mistake.type;
import static io.messina.testkit.mistake.Mistake.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.connectors.SendResult;
import io.messina.messaging.Message;
import io.messina.messaging.send.ConnectorInstance;
import io.messina.stream.ClaimedEvent;
import io.messina.test.rules.FullBuild;
import io.messina.testkit.Seeds;
import io.messina.testkit.mistake.Mistake;
import io.messina.testkit.mistake.MistakenClasses;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages on servers, a store and providers to which everything happens that can. */
final class MessagingSimulationTest {

  private static final int SEEDS = 70;
  private static final long SEEDS_PLANTED = 200;

  @Test
  void each_message_is_sent_once_or_somebody_is_told_whatever_happens() {
    AtomicInteger histories = new AtomicInteger();
    AtomicInteger uncertain = new AtomicInteger();
    AtomicInteger repeats = new AtomicInteger();
    Seeds.forEach(
        SEEDS,
        seed -> {
          MessagingWorld.Outcome outcome = MessagingWorld.run(seed);
          assertThat(outcome.wrong()).isEmpty();
          histories.incrementAndGet();
          uncertain.addAndGet(outcome.uncertain());
          repeats.addAndGet(outcome.repeats());
        });
    if (histories.get() > 1) {
      assertThat(uncertain).as("uncertain messages").hasPositiveValue();
      assertThat(repeats).as("messages that a provider has recognised").hasPositiveValue();
    }
  }

  @FullBuild("the histories that are right")
  @ParameterizedTest
  @EnumSource
  void a_planted_bug_is_found_by_its_check(PlantedBug bug) {
    MistakenClasses classes =
        new MistakenClasses(bug.mistake, "io.messina.messaging.", "io.messina.stream.testkit.");
    LongStream seeds = LongStream.rangeClosed(1, SEEDS_PLANTED);
    assertThat(
            classes.isFound(
                MessagingWorld.class, "wrong", seeds, words -> words.contains(bug.shownBy)))
        .isTrue();
  }

  /**
   * Messaging with one mistake each, and how the check of a history names it. What is looked at
   * right before a call is held by {@code SendHandlerTest}, and by {@code MessagingTest} that
   * nobody resolves a message whose call may be under way: these histories show neither often
   * enough.
   */
  public enum PlantedBug {
    /** What gets no answer is taken for not sent, and is sent again. */
    A_TIME_OUT_IS_A_FAILURE(PlantedBug.TWICE, settling("failed")),
    /** What gets no answer goes to another connector. */
    ANOTHER_CONNECTOR_AFTER_AN_UNCERTAIN_ANSWER(PlantedBug.TWICE, settling("refused")),
    /** A connector that breaks is taken for one that has not sent. */
    WHAT_A_CONNECTOR_THROWS_IS_A_FAILURE(
        PlantedBug.TWICE,
        instead(
            "io.messina.messaging.send.SendHandler",
            "broken",
            code ->
                code.invokestatic(desc(PlantedBug.class), "notSent", type(SendResult.class))
                    .areturn())),
    /** A message whose claim ended without an answer is handed out again. */
    CLAIMS_ARE_AT_LEAST_ONCE(
        PlantedBug.TWICE,
        within(ConnectorInstance.class.getName(), "group", calls("delivery", code -> code.pop()))),
    /** Uncertain messages are sent again when the provider has forgotten their keys. */
    KEYS_ARE_RECOGNISED_FOR_EVER(
        PlantedBug.TWICE,
        instead(
            "io.messina.messaging.send.RepeatTable$Repeat",
            "isSafe",
            code -> code.iconst_1().ireturn())),
    /** Uncertain messages are sent again to the provider that a connector has got meanwhile. */
    REPEATS_GO_TO_ANOTHER_PROVIDER(
        PlantedBug.TWICE,
        calling(
            "io.messina.messaging.send.RepeatTable$Repeat",
            "generation",
            code ->
                code.pop()
                    .aload(0)
                    .getfield(
                        ClassDesc.of("io.messina.messaging.send.RepeatTable$Repeat"),
                        "generation",
                        ConstantDescs.CD_int))),
    /** What a repeat is told is taken for the end of the call before. */
    A_REFUSED_REPEAT_WAS_NEVER_SENT(
        PlantedBug.TWICE,
        instead(
            "io.messina.messaging.send.SendHandler",
            "wasUncertain",
            code -> code.iconst_0().ireturn())),
    /** Whoever owns a shard next chooses again what was chosen. */
    CHOICES_ARE_MADE_AGAIN(
        PlantedBug.TWICE,
        within(
            "io.messina.messaging.route.ShardRouter",
            "<init>",
            calls("isEmpty", code -> code.pop().iconst_1()))),
    /** A page that is appended again has no number by which streams would know it. */
    PAGES_HAVE_NO_NUMBER(
        PlantedBug.TWICE,
        within(Message.class.getName(), "numberedEvent", calls("sourceBatch", code -> code.pop()))),
    /** What was chosen counts without the fence. */
    CHOICES_COUNT_WITHOUT_THE_FENCE(
        PlantedBug.TWICE,
        within(
            "io.messina.messaging.route.ShardRouter",
            "choose",
            calls("commit", code -> code.pop2())
                .andThen(calls("equals", code -> code.pop2().iconst_1()))));

    private static final String TWICE = "sent twice";

    final String shownBy;
    final Mistake mistake;

    PlantedBug(String shownBy, Mistake mistake) {
      this.shownBy = shownBy;
      this.mistake = mistake;
    }

    /** What an uncertain answer is taken for. */
    public static SendResult failed(SendResult result) {
      return result instanceof SendResult.Uncertain
          ? new SendResult.Failed("timeout", "planted")
          : result;
    }

    /** What something that was thrown is taken for. */
    public static SendResult notSent() {
      return new SendResult.Failed("connect", "planted");
    }

    /** What an uncertain answer is taken for. */
    public static SendResult refused(SendResult result) {
      return result instanceof SendResult.Uncertain
          ? new SendResult.Refused("timeout", "planted")
          : result;
    }

    private static Mistake settling(String taken) {
      ClassDesc sending = ClassDesc.of("io.messina.messaging.send.SendHandler");
      return within(
          "io.messina.messaging.send.SendHandler",
          "handle",
          calls(
              "settle",
              code ->
                  code.invokestatic(
                          desc(PlantedBug.class), taken, type(SendResult.class, SendResult.class))
                      .invokevirtual(
                          sending,
                          "settle",
                          type(void.class, ClaimedEvent.class, Message.class, SendResult.class))));
    }
  }
}
