package io.messina.connectors.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Messages that show whether templates can make a request at all: to recipients of each kind, with
 * and without each part that a section tests.
 */
final class TrialMessages {

  /** With more, there are too many to try them all. */
  static final int SECTIONS_MAX = 5;

  private static final String ID = "m0123456789abcdef0123456789abcdef";

  private TrialMessages() {}

  /** The values of each, as {@link MessageValues} has them. */
  static List<Map<String, Object>> of(Set<String> sections) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (Set<String> absent : subsets(sections)) {
      all.add(values("+393331234567", absent));
      all.add(values("a@example.com", absent));
      all.add(values("https://example.com/", absent));
    }
    return all;
  }

  private static List<Set<String>> subsets(Set<String> names) {
    List<Set<String>> subsets = new ArrayList<>(List.of(Set.of()));
    for (String name : names) {
      for (Set<String> each : List.copyOf(subsets)) {
        Set<String> more = new HashSet<>(each);
        more.add(name);
        subsets.add(more);
      }
    }
    return subsets;
  }

  private static Map<String, Object> values(String to, Set<String> absent) {
    Map<String, Object> values = new HashMap<>();
    values.put("id", ID);
    values.put("uuid", MessageValues.uuid(ID));
    values.put("to", to);
    values.put("number", MessageValues.number(to));
    values.put("json", "{}");
    values.put("unsubscribe", "https://example.com/");
    for (String name : List.of("from", "text", "subject", "html", "data", "metadata")) {
      values.put(name, new Anything(name, absent));
    }
    absent.forEach(values::remove);
    return values;
  }
}
