package io.messina.aggregate.field;

import io.messina.store.Bytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON pointers, joined at their common beginnings, so that one pass through a payload finds the
 * values of all. Immutable.
 */
final class PointerTree {

  private static final JsonFactory JSON = new JsonFactory();
  private static final int NONE = -1;

  private final Node root = new Node();
  private final int size;

  private static final class Node {
    private final Map<String, Node> children = new HashMap<>();

    /** Which pointer ends here. */
    private int pointer = NONE;
  }

  /**
   * A tree of pointers.
   *
   * @param pointers different ones, as RFC 6901 writes them
   */
  PointerTree(List<String> pointers) {
    this.size = pointers.size();
    for (int i = 0; i < size; i++) {
      Node at = root;
      for (JsonPointer rest = JsonPointer.compile(pointers.get(i));
          !rest.matches();
          rest = rest.tail()) {
        at = at.children.computeIfAbsent(rest.getMatchingProperty(), any -> new Node());
      }
      at.pointer = i;
    }
  }

  /**
   * Finds the values in a payload.
   *
   * @param payload any bytes
   * @return a value for each pointer, null if it is absent; null as a whole if it is no JSON
   */
  @Nullable Scalar @Nullable [] find(Bytes payload) {
    @Nullable Scalar[] found = new Scalar[size];
    if (size == 0) {
      return found;
    }
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), payload.toArray())) {
      if (json.nextToken() == null) {
        return null; // nothing at all, or blanks
      }
      value(json, root, found);
      return json.nextToken() == null ? found : null;
    } catch (JacksonException _) {
      return null;
    }
  }

  /** The values of an array that has no others; empty if it is something else. */
  static List<Scalar> scalars(Bytes json) {
    List<Scalar> found = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json.toArray())) {
      if (parser.nextToken() != JsonToken.START_ARRAY) {
        return List.of();
      }
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        if (!parser.currentToken().isScalarValue()) {
          return List.of();
        }
        found.add(Scalar.at(parser));
      }
      return found;
    } catch (JacksonException _) {
      return List.of();
    }
  }

  private static void value(JsonParser json, Node at, @Nullable Scalar[] found) {
    JsonToken token = json.currentToken();
    if (at.pointer != NONE) {
      found[at.pointer] = token.isScalarValue() ? Scalar.at(json) : Scalar.SEVERAL;
    }
    if (token == JsonToken.START_OBJECT) {
      object(json, at, found);
    } else if (token == JsonToken.START_ARRAY) {
      array(json, at, found);
    }
  }

  private static void object(JsonParser json, Node at, @Nullable Scalar[] found) {
    for (String name = json.nextName(); name != null; name = json.nextName()) {
      json.nextToken();
      inner(json, at.children.get(name), found);
    }
  }

  private static void array(JsonParser json, Node at, @Nullable Scalar[] found) {
    int index = 0;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      Node child = at.children.isEmpty() ? null : at.children.get(Integer.toString(index));
      inner(json, child, found);
      index++;
    }
  }

  private static void inner(JsonParser json, @Nullable Node child, @Nullable Scalar[] found) {
    if (child == null) {
      json.skipChildren();
    } else {
      value(json, child, found);
    }
  }
}
