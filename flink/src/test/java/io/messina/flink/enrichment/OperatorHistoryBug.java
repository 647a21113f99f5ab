package io.messina.flink.enrichment;

import static io.messina.testkit.mistake.Mistake.desc;
import static io.messina.testkit.mistake.Mistake.instead;
import static io.messina.testkit.mistake.Mistake.replacing;
import static io.messina.testkit.mistake.Mistake.type;
import static io.messina.testkit.mistake.Mistake.within;

import io.messina.testkit.mistake.Mistake;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.function.Consumer;

/** An operator with one mistake each, and the check of {@link OperatorHistory} that notices. */
enum OperatorHistoryBug {
  LETTERS_ARE_DURABLE_AT_ONCE(
      "lost", read(KeyedEnrichmentOperator.class, "deadLetter", "checkpoints", 0)),
  A_GROUP_OF_KEYS_KEEPS_NO_EVENTS(
      "lost", call(UnfinishedEvents.class, "write", "size", code -> code.pop().iconst_0())),
  LETTERS_ARE_KEPT_AS_UNFINISHED(
      "put out twice", read(UnfinishedEvents.class, "keep", "setAside", 0)),
  EVENTS_THAT_WERE_NOT_TAKEN_ARE_NOT_KEPT(
      "lost",
      call(
          KeyedEnrichmentOperator.class,
          "snapshotState",
          "addAll",
          code -> code.pop2().iconst_1())),
  AN_ABORTED_CHECKPOINT_COUNTS(
      "lost",
      instead(
          KeyedEnrichmentOperator.class.getName(),
          "notifyCheckpointAborted",
          code ->
              code.aload(0)
                  .lload(1)
                  .invokevirtual(
                      desc(KeyedEnrichmentOperator.class),
                      "notifyCheckpointComplete",
                      type(void.class, long.class))
                  .return_())),
  LETTERS_OF_AN_ABORTED_CHECKPOINT_ARE_FORGOTTEN(
      "still unfinished",
      call(UnsettledLetters.class, "aborted", "addAll", code -> code.pop2().iconst_1())),
  THE_OVERFLOW_IS_NOT_GONE_ON_WITH(
      "still unfinished", instead(Overflow.class.getName(), "restore", CodeBuilder::return_)),
  WHAT_THE_OVERFLOW_GAVE_BACK_IS_NOT_CLEARED(
      "kept though finished", call(Overflow.class, "takeKey", "clear", code -> code.pop())),
  WATERMARKS_PASS_EVENTS_OF_THE_OVERFLOW(
      "late output",
      read(Overflow.class, "takeKey", "arrival", code -> code.pop().loadConstant(Long.MAX_VALUE))),
  WATERMARKS_PASS_UNFINISHED_EVENTS(
      "late output",
      read(HeldMarks.class, "release", "arrival", code -> code.pop().loadConstant(0L))),
  POSITIONS_OF_ALL_PARTITIONS_ARE_COMPARED(
      "lost",
      call(
          KeyedEnrichmentOperator.class,
          "tryOffer",
          "partitionOf",
          code -> code.pop2().iconst_m1())),
  SUB_NUMBERS_ARE_NOT_COMPARED(
      "lost",
      call(KeyedEnrichmentOperator.class, "tryOffer", "subOf", code -> code.pop2().iconst_0())),
  SAVEPOINTS_ARE_WAITED_FOR(
      "it ended by java.lang.IllegalStateException: it waits for what cannot come",
      read(KeyedEnrichmentOperator.class, "snapshotState", "outcomeIsTold", 1)),
  LETTERS_HOLD_UP_THE_INPUT(
      "it ended by java.lang.IllegalStateException: it waits for what cannot come",
      call(
          KeyedEnrichmentOperator.class,
          "processElement",
          "awaitsLettersOnly",
          code -> code.pop().iconst_0()));

  final String shownBy;
  final transient Mistake mistake;

  OperatorHistoryBug(String shownBy, Mistake mistake) {
    this.shownBy = shownBy;
    this.mistake = mistake;
  }

  private static Mistake call(
      Class<?> in, String method, String called, Consumer<CodeBuilder> instead) {
    return within(
        in.getName(),
        method,
        replacing(
            element ->
                element instanceof InvokeInstruction call && call.name().equalsString(called),
            instead));
  }

  private static Mistake read(Class<?> in, String method, String field, int value) {
    return read(in, method, field, code -> code.pop().loadConstant(value));
  }

  private static Mistake read(
      Class<?> in, String method, String field, Consumer<CodeBuilder> instead) {
    return within(
        in.getName(),
        method,
        replacing(
            element ->
                element instanceof FieldInstruction found
                    && found.opcode() == Opcode.GETFIELD
                    && found.name().equalsString(field),
            instead));
  }
}
