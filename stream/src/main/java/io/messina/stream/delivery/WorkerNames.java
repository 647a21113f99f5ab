package io.messina.stream.delivery;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The names of workers that have events, and how many events each has. */
final class WorkerNames {

  /** How many bytes of a name are kept. */
  static final int NAME_BYTES_MAX = 32;

  /** How many names are known at a time; further workers have no name. */
  static final int NAMES_MAX = 127;

  private final Map<String, Integer> uses = new HashMap<>();

  /** Returns what is kept of a name, which {@code events} more events use. */
  String add(String name, int events) {
    String kept = shortened(name);
    boolean isKnown = uses.size() < NAMES_MAX || uses.containsKey(kept);
    if (kept.isEmpty() || events == 0 || !isKnown) {
      return "";
    }
    uses.merge(kept, events, Integer::sum);
    return kept;
  }

  /** One event fewer uses this name. */
  void remove(String name) {
    uses.computeIfPresent(name, (_, events) -> events == 1 ? null : events - 1);
  }

  private static String shortened(String name) {
    int chars = Math.min(name.length(), NAME_BYTES_MAX);
    while (name.substring(0, chars).getBytes(StandardCharsets.UTF_8).length > NAME_BYTES_MAX) {
      chars--;
    }
    return name.substring(0, chars);
  }
}
