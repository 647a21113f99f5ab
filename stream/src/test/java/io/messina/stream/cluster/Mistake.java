package io.messina.stream.cluster;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.function.Consumer;

/** What is done wrong on purpose inside of Messina, and what has to be said of it. */
enum Mistake {
  /** A new owner does not read which keys are in the log. */
  WINDOW_NOT_REBUILT(
      "twice in the log", "append.Rebuild", instead("run", code -> code.iconst_1().ireturn())),
  /** Outputs are appended once their event is done. */
  OUTPUTS_AFTER_THE_ACK(
      "with outputs that are lost",
      "node.OutputAcks",
      calling("appendAll", Mistake::laterOutputs).andThen(calling("settle", Mistake::laterAck))),
  /** An owner relies on ends of lanes that nobody else knows. */
  CUT_NOT_RECORDED(
      "was shown", "shard.Cutting", instead("record", code -> code.iconst_1().ireturn())),
  /** Leases of a former owner do not run in full. */
  RESTORED_LEASE_CUT_SHORT(
      "two live receipts",
      "delivery.Rules",
      instead("restoredLeaseMillis", code -> code.lload(1).loadConstant(8L).ldiv().lreturn())),
  /** What was handed out before a seek is as good as what is handed out after it. */
  SEEK_WITHOUT_A_NEW_RUN(
      "handed out again although it was done",
      "delivery.Progress",
      calling("addExact", code -> code.pop())),
  /** An owner goes on with the options that a group had when it took the shard over. */
  OPTIONS_NOT_HANDED_ON(
      "dead by options of before",
      "group.GroupRegistry",
      instead(
          "changes",
          code ->
              code.invokestatic(
                      ConstantDescs.CD_List, "of", MethodTypeDesc.of(ConstantDescs.CD_List), true)
                  .areturn())),
  /** An event is finished before its dead letter is durable. */
  LETTER_AFTER_THE_FLOOR(
      "never finished what stands in the log",
      "delivery.Rules",
      instead("writesLetterBeforeFinishing", code -> code.iconst_0().ireturn()));

  private static final String PRODUCT = "io.messina.stream.";

  final String shownBy;
  final String className;
  private final ClassTransform transform;

  Mistake(String shownBy, String className, ClassTransform transform) {
    this.shownBy = shownBy;
    this.className = PRODUCT + className;
    this.transform = transform;
  }

  /** The class with the mistake. */
  byte[] in(byte[] sound) {
    ClassFile classes = ClassFile.of();
    return classes.transformClass(classes.parse(sound), transform);
  }

  /** A method does something else. */
  private static ClassTransform instead(String method, Consumer<CodeBuilder> body) {
    return (builder, element) -> replace(builder, element, method, body);
  }

  private static void replace(
      ClassBuilder builder, ClassElement element, String method, Consumer<CodeBuilder> body) {
    if (element instanceof MethodModel found && found.methodName().equalsString(method)) {
      builder.withMethodBody(
          found.methodName(), found.methodType(), found.flags().flagsMask(), body);
    } else {
      builder.with(element);
    }
  }

  /** Something else is done than to call a method. */
  private static ClassTransform calling(String method, Consumer<CodeBuilder> instead) {
    CodeTransform calls =
        (code, element) -> {
          if (element instanceof InvokeInstruction call && call.name().equalsString(method)) {
            instead.accept(code);
          } else {
            code.with(element);
          }
        };
    return ClassTransform.transformingMethodBodies(calls);
  }

  private static void laterOutputs(CodeBuilder code) {
    code.invokestatic(
        node("LateOutputs"),
        "appendAll",
        MethodTypeDesc.of(
            ConstantDescs.CD_List,
            node("Outputs"),
            ClassDesc.of(PRODUCT + "catalog.GroupDefinition"),
            ConstantDescs.CD_List));
  }

  private static void laterAck(CodeBuilder code) {
    code.invokestatic(
        node("LateOutputs"),
        "settle",
        MethodTypeDesc.of(
            ConstantDescs.CD_List,
            node("ReceiptRouting"),
            ClassDesc.of(PRODUCT + "catalog.StreamDefinition"),
            ClassDesc.of(PRODUCT + "catalog.GroupDefinition"),
            ClassDesc.of(PRODUCT + "delivery.Outcome"),
            ConstantDescs.CD_List));
  }

  private static ClassDesc node(String name) {
    return ClassDesc.of(PRODUCT + "node." + name);
  }
}
