package io.messina.enrich;

import static io.messina.testkit.mistake.Mistake.desc;
import static io.messina.testkit.mistake.Mistake.instead;
import static io.messina.testkit.mistake.Mistake.replacing;
import static io.messina.testkit.mistake.Mistake.type;
import static io.messina.testkit.mistake.Mistake.within;

import io.messina.testkit.mistake.Mistake;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ConstantDescs;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/** An enrichment with one mistake each, and the check of {@link EnrichmentWorld} that notices. */
enum PlantedBug {
  LATE_ANSWERS_COUNT("late answer", inCore("close", stored("sequence", code -> code.pop2()))),
  REQUESTS_TIME_OUT_AT_ONCE("two requests for one key", inCore("send", read("timeoutNanos", 0))),
  PERMITS_ARE_IGNORED(
      "more requests than permits",
      inCore("end", called(SlotList.class, "size", code -> code.pop().iconst_0()))),
  BUFFER_IS_UNBOUNDED(
      "more bytes than may be buffered",
      inCore("offer", called(EventSlab.class, "bytes", code -> code.pop().lconst_0()))),
  CACHE_IS_UNBOUNDED(
      "more bytes than may be cached",
      within(Slots.class.getName(), "keepRow", read("bytesMax", Long.MAX_VALUE))),
  REPLAYS_ARE_APPLIED_AGAIN(
      "applied twice",
      instead(EventSlab.class.getName(), "countIncluded", code -> code.iconst_0().ireturn())),
  REPLAYS_EMIT_NOTHING(
      "no output",
      inCore(
          "finishReplayed",
          called(ShardEnrichment.class, "emit", code -> code.pop().pop().pop().pop()))),
  EVENTS_ARE_APPLIED_BACKWARDS(
      "applied out of order",
      within(
          EventSlab.class.getName(),
          "list",
          called(
              Arrays.class,
              "asList",
              code ->
                  code.invokestatic(
                      desc(PlantedBug.class), "reversed", type(List.class, Object[].class))))),
  OUTPUTS_ARE_EMITTED_BACKWARDS(
      "output out of order",
      inCore(
          "emit",
          called(
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
              read("letters", code -> code.pop().iconst_0())))),
  UNANSWERED_WRITES_COUNT_AS_REFUSED(
      "set aside, but applied", inCore("fail", called(Slot.class, "doubt", code -> code.pop()))),
  FORMER_WRITES_ARE_FORGOTTEN("set aside, but applied", inCore("setAside", read("formerTo", 0))),
  EVENTS_ARE_FINISHED_WITHOUT_A_WRITE_OF_ONES_OWN(
      "lost", inCore("apply", called(Slot.class, "rowIsOwn", code -> code.pop().iconst_1()))),
  BACKOFF_NEVER_ENDS(
      "still busy",
      inCore("fail", called(PriorityQueue.class, "add", code -> code.pop2().iconst_1())));

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
    return replacing(element -> isOf(field, Opcode.PUTFIELD, element), instead);
  }

  private static CodeTransform read(String field, long value) {
    return read(field, code -> code.pop().loadConstant(value));
  }

  private static CodeTransform read(String field, Consumer<CodeBuilder> instead) {
    return replacing(element -> isOf(field, Opcode.GETFIELD, element), instead);
  }

  private static boolean isOf(String field, Opcode opcode, CodeElement element) {
    return element instanceof FieldInstruction found
        && found.opcode() == opcode
        && found.name().equalsString(field);
  }

  private static CodeTransform called(
      Class<?> owner, String method, Consumer<CodeBuilder> instead) {
    return replacing(
        element ->
            element instanceof InvokeInstruction call
                && call.name().equalsString(method)
                && call.owner().asSymbol().equals(desc(owner)),
        instead);
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
