package io.messina.stream.delivery;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The names of workers that have events, numbered so that each is stored once. */
final class WorkerNames {

  /** How many bytes of a name are kept. */
  static final int NAME_BYTES_MAX = 32;

  /** How many names are known at a time; further workers have no name. */
  static final int NAMES_MAX = 127;

  private static final int USES_MIN = 4;

  /** The number for no name. */
  static final int UNNAMED = 0;

  private final List<String> names = new ArrayList<>(List.of(""));
  private int[] uses = new int[USES_MIN];
  private final Map<String, Integer> numbers = new HashMap<>();

  /** Returns the number of a name, which {@code events} more events use. */
  int add(String name, int events) {
    String kept = shortened(name);
    if (kept.isEmpty() || events == 0) {
      return UNNAMED;
    }
    Integer known = numbers.get(kept);
    int number = known == null ? number(kept) : known;
    uses[number] += events;
    return number;
  }

  /** One event fewer uses this name. */
  void remove(int number) {
    if (number == UNNAMED) {
      return;
    }
    uses[number]--;
    if (uses[number] == 0) {
      numbers.remove(names.get(number));
    }
  }

  String name(int number) {
    return names.get(number);
  }

  private int number(String name) {
    int number = unused();
    if (number != UNNAMED) {
      names.set(number, name);
      numbers.put(name, number);
    }
    return number;
  }

  private int unused() {
    for (int number = UNNAMED + 1; number < names.size(); number++) {
      if (uses[number] == 0) {
        return number;
      }
    }
    if (names.size() > NAMES_MAX) {
      return UNNAMED;
    }
    names.add("");
    if (names.size() > uses.length) {
      uses = Arrays.copyOf(uses, 2 * uses.length);
    }
    return names.size() - 1;
  }

  private static String shortened(String name) {
    int chars = Math.min(name.length(), NAME_BYTES_MAX);
    while (name.substring(0, chars).getBytes(StandardCharsets.UTF_8).length > NAME_BYTES_MAX) {
      chars--;
    }
    return name.substring(0, chars);
  }
}
