package io.messina.connectors.http;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A JSON pointer in which a star stands for each element of a list. */
record ReceiptPath(List<String> steps) {

  static ReceiptPath parse(String pointer) {
    return new ReceiptPath(
        pointer.isEmpty() ? List.of() : List.of(pointer.substring(1).split("/", -1)));
  }

  /** All that it leads to; nothing where a step is missing, as callbacks come in several shapes. */
  List<JsonNode> find(JsonNode root) {
    List<JsonNode> found = List.of(root);
    for (String step : steps) {
      List<JsonNode> next = new ArrayList<>();
      found.forEach(node -> step(node, step, next));
      found = next;
    }
    return found;
  }

  private static void step(JsonNode node, String step, List<JsonNode> next) {
    if (step.equals("*")) {
      if (node.isArray()) {
        node.forEach(next::add);
      }
      return;
    }
    JsonNode inner = node.get(step.replace("~1", "/").replace("~0", "~"));
    if (inner != null) {
      next.add(inner);
    }
  }
}
