package io.messina.testkit;

import io.messina.store.Bytes;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * A text for each value of a column, equal for equal values and only for them, the same in every
 * run.
 */
final class ValueText {

  private ValueText() {}

  static String of(Object value) {
    if (value instanceof Bytes bytes) {
      return HexFormat.of().formatHex(bytes.toArray());
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, String> sorted = new TreeMap<>();
      map.forEach((key, text) -> sorted.put(key.toString(), text.toString()));
      return sorted.toString();
    }
    return value.toString();
  }
}
