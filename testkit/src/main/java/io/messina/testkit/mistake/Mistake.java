package io.messina.testkit.mistake;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * One class with a mistake.
 *
 * @param className the class, with its package
 * @param transform puts the mistake into it
 */
public record Mistake(String className, ClassTransform transform) {

  private static final Pattern IDENTITY = Pattern.compile("@[0-9a-f]+");

  /** A method does something else. */
  public static Mistake instead(String className, String method, Consumer<CodeBuilder> body) {
    return new Mistake(
        className,
        (builder, element) -> {
          if (element instanceof MethodModel found && found.methodName().equalsString(method)) {
            builder.withMethodBody(
                found.methodName(), found.methodType(), found.flags().flagsMask(), body);
          } else {
            builder.with(element);
          }
        });
  }

  /** Replaces all calls of a method in the class by other code. */
  public static Mistake calling(String className, String method, Consumer<CodeBuilder> instead) {
    return new Mistake(className, ClassTransform.transformingMethodBodies(calls(method, instead)));
  }

  /** Changes a part of a method. */
  public static Mistake within(String className, String method, CodeTransform transform) {
    return new Mistake(
        className,
        ClassTransform.transformingMethodBodies(
            found -> found.methodName().equalsString(method), transform));
  }

  /** Something else is done than some instructions. */
  public static CodeTransform replacing(
      Predicate<CodeElement> which, Consumer<CodeBuilder> instead) {
    return (code, element) -> {
      if (which.test(element)) {
        instead.accept(code);
      } else {
        code.with(element);
      }
    };
  }

  /** Something else is done than each call of a method. */
  public static CodeTransform calls(String method, Consumer<CodeBuilder> instead) {
    return replacing(
        element -> element instanceof InvokeInstruction call && call.name().equalsString(method),
        instead);
  }

  /** The same of the methods of one class. */
  public static CodeTransform calls(Class<?> owner, String method, Consumer<CodeBuilder> instead) {
    return replacing(
        element ->
            element instanceof InvokeInstruction call
                && call.name().equalsString(method)
                && call.owner().asSymbol().equals(desc(owner)),
        instead);
  }

  /** Something else is done than each reading of a field. */
  public static CodeTransform reads(String field, Consumer<CodeBuilder> instead) {
    return replacing(
        element ->
            element instanceof FieldInstruction access
                && access.opcode() == Opcode.GETFIELD
                && access.name().equalsString(field),
        instead);
  }

  /** The name of a class in code. */
  public static ClassDesc desc(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }

  /** The type of a method in code. */
  public static MethodTypeDesc type(Class<?> answer, Class<?>... parameters) {
    return MethodType.methodType(answer, parameters).describeConstable().orElseThrow();
  }

  /** This mistake and another one of the same class. */
  public Mistake and(Mistake other) {
    return new Mistake(className, transform.andThen(other.transform));
  }

  /** The class with the mistake. */
  byte[] in(byte[] sound) {
    ClassFile classes = ClassFile.of();
    ClassModel parsed = classes.parse(sound);
    byte[] mistaken = classes.transformClass(parsed, transform);
    if (instructions(classes.parse(mistaken)).equals(instructions(parsed))) {
      throw new IllegalStateException(className + ": has nothing that the mistake is for");
    }
    return mistaken;
  }

  /** Without what differs from one parse to the next. */
  private static List<String> instructions(ClassModel parsed) {
    return parsed.methods().stream()
        .flatMap(method -> method.code().stream())
        .flatMap(code -> code.elementStream())
        .filter(Instruction.class::isInstance)
        .map(instruction -> IDENTITY.matcher(instruction.toString()).replaceAll(""))
        .toList();
  }
}
