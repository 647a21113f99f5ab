package io.messina.messaging.template;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import io.messina.api.Json;
import io.messina.api.StrictJson;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The parameters of one message: objects, lists, texts and flags. For one thread.
 *
 * <p>A null counts as missing. Numbers become texts, with the digits that they have in JSON.
 */
final class TemplateParameters {

  /** The most characters of the parameters of a message. */
  static final int CHARS_MAX = 100_000;

  private static final int DIGITS_MAX = 100;

  /** Sections within sections multiply; this many steps are more than any sensible message. */
  private static final int STEPS_MAX = 1_000_000;

  private final Inner root;
  private int left = STEPS_MAX;

  /**
   * Reads parameters.
   *
   * @throws io.messina.api.WireException if they are no object, or too large
   */
  TemplateParameters(Json json) {
    if (json.text().length() > CHARS_MAX) {
      throw TemplateErrors.of(
          "parameters", json.text().length() + " characters", "at most " + CHARS_MAX);
    }
    JsonNode tree = StrictJson.read(json.text());
    if (!tree.isObject()) {
      throw TemplateErrors.of("parameters", "something else", "an object");
    }
    this.root = object(tree);
  }

  /** The outermost object. */
  Object root() {
    return root;
  }

  private Inner object(JsonNode tree) {
    Map<String, Object> members = new LinkedHashMap<>();
    tree.forEachEntry(
        (name, value) -> {
          if (!value.isNull()) {
            members.put(name, plain(value));
          }
        });
    return new Inner(members);
  }

  private Object plain(JsonNode node) {
    if (node.isObject()) {
      return object(node);
    } else if (node.isArray()) {
      List<Object> elements = new ArrayList<>(node.size());
      node.forEach(element -> elements.add(plain(element)));
      return new Elements(elements);
    } else if (node.isBoolean()) {
      return node.booleanValue();
    }
    return node.isNull() ? "" : node.isBigDecimal() ? digits(node.decimalValue()) : node.asString();
  }

  /** An amount is written without an exponent; other numbers may have one. */
  private static String digits(BigDecimal number) {
    return Math.abs((long) number.scale()) > DIGITS_MAX
        ? number.toString()
        : number.toPlainString();
  }

  /** An object among the parameters. */
  private final class Inner {

    private final Map<String, Object> members;

    Inner(Map<String, Object> members) {
      this.members = members;
    }

    Object get(String name) {
      step();
      @Nullable Object found = members.get(name);
      return found == null ? Template.NO_FETCHER_FOUND : found;
    }
  }

  /** A list among the parameters. */
  private final class Elements {

    private final List<Object> elements;

    Elements(List<Object> elements) {
      this.elements = elements;
    }

    Iterator<Object> iterator() {
      Iterator<Object> all = elements.iterator();
      return new Iterator<>() {

        @Override
        public boolean hasNext() {
          return all.hasNext();
        }

        @Override
        public Object next() {
          step();
          return all.next();
        }
      };
    }
  }

  private void step() {
    if (left-- == 0) {
      throw TemplateErrors.of(
          "parameters", "sections within sections repeat too often", "fewer elements");
    }
  }

  /** Whether a value is more than a text. */
  static boolean isWhole(Object value) {
    return value instanceof Inner || value instanceof Elements;
  }

  /** The operations of templates on values: they look into objects, and repeat for lists. */
  static final class Collector implements Mustache.Collector {

    private static final Mustache.VariableFetcher MEMBER =
        (object, name) -> ((Inner) object).get(name);

    /** For the section of a missing parameter the library passes an empty list. */
    @Override
    public @Nullable Iterator<?> toIterator(Object value) {
      return switch (value) {
        case Elements list -> list.iterator();
        case List<?> missing -> missing.iterator();
        default -> null;
      };
    }

    @Override
    public Mustache.@Nullable VariableFetcher createFetcher(Object context, String name) {
      return context instanceof Inner ? MEMBER : null;
    }

    @Override
    public <K, V> Map<K, V> createFetcherCache() {
      return new ConcurrentHashMap<>();
    }
  }
}
