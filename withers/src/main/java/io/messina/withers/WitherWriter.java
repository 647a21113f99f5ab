package io.messina.withers;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/**
 * Writes the interface {@code XWithers} of each record {@code X} that implements it: for each
 * component a method of its name that returns a copy with another value. Components of a record
 * that JSON has among the others count as components too. A method that the record declares itself
 * is left out, as is a component whose {@code @Field} says so. The Javadoc is made from
 * {@code @Field}.
 */
@SupportedAnnotationTypes("*")
public final class WitherWriter extends AbstractProcessor {

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latest();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    for (TypeElement record : ElementFilter.typesIn(round.getRootElements())) {
      String name = record.getSimpleName() + "Withers";
      if (record.getInterfaces().stream().anyMatch(each -> ("." + each).endsWith("." + name))) {
        write(record, name);
      }
    }
    return false;
  }

  private void write(TypeElement record, String name) {
    String file = processingEnv.getElementUtils().getPackageOf(record) + "." + name;
    try (Writer source = processingEnv.getFiler().createSourceFile(file, record).openWriter()) {
      source.write(source(record, name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String source(TypeElement record, String name) {
    Map<String, String> methods = new LinkedHashMap<>();
    for (RecordComponentElement component : record.getRecordComponents()) {
      add(methods, record, record, "", component);
      if (of(component.getAccessor(), "JsonUnwrapped").isPresent()
          && processingEnv.getTypeUtils().asElement(component.asType())
              instanceof TypeElement part) {
        part.getRecordComponents()
            .forEach(each -> add(methods, record, part, component + "().", each));
      }
    }
    for (ExecutableElement method : ElementFilter.methodsIn(record.getEnclosedElements())) {
      if (method.getParameters().size() == 1) {
        methods.remove(signature(method, method.getParameters().get(0).asType()));
      }
    }
    return "package %s;\n\n/** Copies of {@link %s} with another value. */\npublic interface %s {\n%s\n%s}\n"
        .formatted(
            processingEnv.getElementUtils().getPackageOf(record),
            record.getSimpleName(),
            name,
            record.getRecordComponents().stream()
                .map(each -> "  %s %s();\n".formatted(each.asType(), each))
                .collect(joining()),
            String.join("\n", methods.values()));
  }

  /** One that the record has of an earlier component stays. */
  private void add(
      Map<String, String> methods,
      TypeElement record,
      TypeElement made,
      String part,
      RecordComponentElement component) {
    Map<String, String> field = field(component);
    if (field.getOrDefault("wither", "true").equals("false")) {
      return;
    }
    Optional<TypeMirror> content = content(component.asType());
    TypeMirror type = content.orElse(component.asType());
    String copy =
        made.getRecordComponents().stream()
            .map(
                each ->
                    !each.equals(component)
                        ? part + each + "()"
                        : content.isPresent()
                            ? "java.util.Optional.of(" + each + ")"
                            : each.toString())
            .collect(joining(", ", "new " + made + "(", ")"));
    String whole = part.isEmpty() ? copy : part.replace("().", "") + "(" + copy + ")";
    methods.putIfAbsent(
        signature(component, type),
        """
          /** A copy with another {@code %s}%s. */
          default %s %s(%s %s) {
            return %s;
          }
        """
            .formatted(
                component,
                sentence(field),
                record.getSimpleName(),
                component,
                type,
                component,
                whole));
  }

  private String signature(Element named, TypeMirror type) {
    return named.getSimpleName() + "(" + processingEnv.getTypeUtils().erasure(type);
  }

  /** The type of the content of an {@code Optional}; empty for other types. */
  private Optional<TypeMirror> content(TypeMirror type) {
    if (!(type instanceof DeclaredType declared)
        || !declared.asElement().getSimpleName().contentEquals("Optional")) {
      return Optional.empty();
    }
    TypeMirror content = declared.getTypeArguments().get(0);
    try {
      return Optional.of(processingEnv.getTypeUtils().unboxedType(content));
    } catch (IllegalArgumentException e) {
      return Optional.of(content);
    }
  }

  /** The elements that {@code @Field} gives, as texts. */
  private static Map<String, String> field(RecordComponentElement component) {
    Map<String, String> said = new HashMap<>();
    of(component, "Field")
        .ifPresent(
            field ->
                field
                    .getElementValues()
                    .forEach(
                        (name, value) ->
                            said.put(
                                name.getSimpleName().toString(), value.getValue().toString())));
    return said;
  }

  /** The sentence and the bounds, for Javadoc. */
  private static String sentence(Map<String, String> said) {
    String least = said.containsKey("min") ? "from " + said.get("min") + " " : "";
    String most =
        said.containsKey("max") ? (least.isEmpty() ? "up to " : "to ") + said.get("max") : "";
    String bounds = least.isEmpty() && most.isEmpty() ? "" : " (" + (least + most).strip() + ")";
    String text = said.containsKey("value") ? ": " + said.get("value") + bounds : "";
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("@", "&#64;")
        .replace("*/", "*&#47;");
  }

  private static Optional<? extends AnnotationMirror> of(Element annotated, String name) {
    return annotated.getAnnotationMirrors().stream()
        .filter(each -> each.getAnnotationType().asElement().getSimpleName().contentEquals(name))
        .findAny();
  }
}
