package io.messina.server.metrics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rules by which {@code promtool check metrics} judges a scrape, and that no line comes twice.
 */
final class MetricRules {

  private static final Pattern LINE =
      Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{.*})? (\\S+)( -?\\d+)?");

  private static final Pattern LABEL =
      Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\n]|\\\\.)*)\"(?:,|$)");

  private static final List<String> OTHER_UNITS =
      List.of(
          "milliseconds",
          "microseconds",
          "nanoseconds",
          "minutes",
          "hours",
          "days",
          "weeks",
          "kilobytes",
          "megabytes",
          "gigabytes",
          "kibibytes",
          "mebibytes",
          "gibibytes",
          "bits",
          "percent",
          "fahrenheit");

  private static final List<String> ABBREVIATIONS =
      List.of("s", "ms", "us", "ns", "sec", "b", "kb", "mb", "gb", "tb", "pb", "m", "h", "d");

  private final Map<String, String> types = new HashMap<>();
  private final Map<String, String> helps = new HashMap<>();
  private final Set<String> ended = new HashSet<>();
  private final Set<String> lines = new HashSet<>();
  private final Set<String> names = new HashSet<>();
  private final List<String> faults = new ArrayList<>();
  private String family = "";

  private MetricRules() {}

  /** What is wrong with a scrape, in sentences. */
  static List<String> faults(String scrape) {
    return read(scrape).faults;
  }

  /** The names of all lines of a scrape. */
  static Set<String> names(String scrape) {
    return read(scrape).names;
  }

  private static MetricRules read(String scrape) {
    MetricRules rules = new MetricRules();
    if (!scrape.endsWith("\n")) {
      rules.faults.add("the last line does not end");
    }
    scrape.lines().forEach(rules::line);
    return rules;
  }

  private void line(String line) {
    if (line.startsWith("# HELP ") || line.startsWith("# TYPE ")) {
      String[] words = line.split(" ", 4);
      begin(words[2]);
      Map<String, String> known = line.charAt(2) == 'H' ? helps : types;
      if (known.put(words[2], words.length < 4 ? "" : words[3]) != null) {
        faults.add(words[2] + ": HELP or TYPE twice");
      }
      if (line.charAt(2) == 'T') {
        checkName(words[2], words.length < 4 ? "" : words[3]);
      }
    } else if (!line.isEmpty() && !line.startsWith("#")) {
      value(line);
    }
  }

  private void begin(String name) {
    if (!name.equals(family)) {
      ended.add(family);
      family = name;
      if (ended.contains(name)) {
        faults.add(name + ": its lines are not next to each other");
      }
    }
  }

  private void value(String line) {
    Matcher found = LINE.matcher(line);
    if (!found.matches()) {
      faults.add("no line of metrics: " + line);
      return;
    }
    String name = found.group(1);
    names.add(name);
    String labels = Optional.ofNullable(found.group(2)).orElse("{}");
    checkLabels(name, labels.substring(1, labels.length() - 1));
    checkFamily(name, labels);
    if (!lines.add(name + labels)) {
      faults.add(name + labels + ": twice");
    }
    try {
      double _ = Double.parseDouble(found.group(3).replace("+Inf", "Infinity"));
    } catch (NumberFormatException _) {
      faults.add(name + ": no number: " + found.group(3));
    }
  }

  private void checkFamily(String name, String labels) {
    String type = types.getOrDefault(family, "");
    boolean isPart =
        switch (type) {
          case "summary" ->
              name.equals(family) || name.equals(family + "_sum") || name.equals(family + "_count");
          case "histogram" ->
              List.of(family + "_sum", family + "_count", family + "_bucket").contains(name);
          default -> name.equals(family);
        };
    if (!isPart) {
      faults.add(name + ": without a TYPE of its own");
    }
    if (helps.getOrDefault(family, "").isBlank()) {
      faults.add(name + ": without HELP");
    }
    if (!type.equals("summary") && has(labels, "quantile")) {
      faults.add(name + ": a quantile, and no summary");
    }
    if (!type.equals("histogram") && has(labels, "le")) {
      faults.add(name + ": le, and no histogram");
    }
  }

  private static boolean has(String labels, String name) {
    return labels.contains("{" + name + "=") || labels.contains("," + name + "=");
  }

  private void checkLabels(String name, String labels) {
    Matcher found = LABEL.matcher(labels);
    Set<String> seen = new HashSet<>();
    int at = 0;
    while (at < labels.length() && found.find(at) && found.start() == at) {
      if (!seen.add(found.group(1)) || found.group(1).matches(".*[a-z][A-Z].*")) {
        faults.add(name + ": label " + found.group(1));
      }
      at = found.end();
    }
    if (at < labels.length()) {
      faults.add(name + ": no labels: " + labels);
    }
  }

  private void checkName(String name, String type) {
    if (!List.of("counter", "gauge", "summary", "histogram").contains(type)) {
      faults.add(name + ": type " + type);
    }
    if (type.equals("counter") != name.endsWith("_total")) {
      faults.add(name + ": a " + type + " (expected: _total behind counters alone)");
    }
    boolean isPlain = type.equals("counter") || type.equals("gauge");
    if (isPlain && name.matches(".*_(count|sum|bucket)")) {
      faults.add(name + ": a suffix of summaries");
    }
    if (name.contains(":") || name.matches(".*[a-z][A-Z].*")) {
      faults.add(name + ": a colon, or camel case");
    }
    for (String word : name.split("_", -1)) {
      if (OTHER_UNITS.contains(word) || ABBREVIATIONS.contains(word) || word.equals(type)) {
        faults.add(name + ": " + word + " (expected: a base unit, without its type)");
      }
    }
  }
}
