package io.messina.stream.delivery;

import static io.messina.testkit.mistake.Mistake.calling;
import static io.messina.testkit.mistake.Mistake.desc;
import static io.messina.testkit.mistake.Mistake.instead;
import static io.messina.testkit.mistake.Mistake.replacing;
import static io.messina.testkit.mistake.Mistake.type;
import static io.messina.testkit.mistake.Mistake.within;

import io.messina.stream.delivery.Phase.Trigger;
import io.messina.stream.delivery.StateImage.Standing;
import io.messina.testkit.mistake.Mistake;
import java.lang.classfile.instruction.ReturnInstruction;

/** A delivery with one mistake each, the histories that show it, and the check that notices. */
public enum BrokenRule {
  FINISHED_BEFORE_ITS_LETTER(
      "has its row",
      "unordered",
      within(
          GroupDelivery.class.getName(),
          "giveUp",
          replacing(
              ReturnInstruction.class::isInstance,
              code ->
                  code.aload(0)
                      .getfield(desc(GroupDelivery.class), "backlog", desc(Backlog.class))
                      .aload(1)
                      .getstatic(desc(Trigger.class), "LETTER_WRITTEN", desc(Trigger.class))
                      .invokevirtual(
                          desc(Backlog.class),
                          "finish",
                          type(void.class, Entry.class, Trigger.class))
                      .return_()))),
  CLAIM_NUMBER_REUSED_AFTER_RESTORE(
      "claim number",
      "unordered",
      calling(
          GroupDelivery.class.getName(),
          "claimsFrom",
          code ->
              code.invokestatic(
                  desc(BrokenRule.class), "heldFrom", type(long.class, StateImage.class)))),
  LEASE_CUT_SHORT_ON_RESTORE(
      "live elsewhere",
      "unordered",
      calling(
          GroupDelivery.class.getName(),
          "leaseMillis",
          code ->
              code.invokevirtual(desc(Standing.Held.class), "leaseMillis", type(int.class))
                  .loadConstant(8)
                  .idiv())),
  KEY_ORDER_IGNORED_FOR_RETRIES(
      "of its key, is done",
      "inOrderOfKeys",
      instead(KeyHolds.class.getName(), "areKeptForRetry", code -> code.iconst_0().ireturn())),
  UNCERTAIN_HANDED_OUT_AGAIN(
      "only if known to fail",
      "atMostOnce",
      instead(
          GroupDelivery.class.getName(), "handsOutUncertain", code -> code.iconst_1().ireturn()));

  final String shownBy;
  final String history;

  /** The mistake; histories of whole clusters show some of them too. */
  public final transient Mistake mistake;

  BrokenRule(String shownBy, String history, Mistake mistake) {
    this.shownBy = shownBy;
    this.history = history;
    this.mistake = mistake;
  }

  /** The first claim number that no event has; called in the other Messina. */
  static long heldFrom(StateImage image) {
    return 1 + image.log().stream().mapToLong(BrokenRule::claim).max().orElse(0);
  }

  private static long claim(StateImage.Stretch stretch) {
    return stretch.standing() instanceof Standing.Held held ? held.claim() : 0;
  }
}
