package io.messina.store.cql.probe;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads sizes among the settings of nodes, whose names and forms changed with versions. */
final class SettingSize {

  private static final Pattern SIZE = Pattern.compile("(\\d{1,15})\\s*([KMG]i?B|B)?");
  private static final Map<String, Long> UNITS =
      Map.of("", 1L, "B", 1L, "K", 1L << 10, "M", 1L << 20, "G", 1L << 30);
  private static final Map<String, Long> SUFFIXES =
      Map.of(
          "_in_mb", 1L << 20,
          "_in_mib", 1L << 20,
          "_in_kb", 1L << 10,
          "_in_kib", 1L << 10,
          "_in_bytes", 1L);

  private SettingSize() {}

  /**
   * The bytes of a setting, under its present name or an older one that ends in its unit; empty if
   * it is not set.
   */
  static OptionalLong of(Map<String, String> settings, String name) {
    OptionalLong present = bytes(settings.getOrDefault(name, ""), 1);
    if (present.isPresent()) {
      return present;
    }
    for (Map.Entry<String, Long> suffix : SUFFIXES.entrySet()) {
      OptionalLong older =
          bytes(settings.getOrDefault(name + suffix.getKey(), ""), suffix.getValue());
      if (older.isPresent()) {
        return older;
      }
    }
    return OptionalLong.empty();
  }

  private static OptionalLong bytes(String text, long unitBytes) {
    Matcher matcher = SIZE.matcher(text.strip());
    if (!matcher.matches()) {
      return OptionalLong.empty();
    }
    String unit = matcher.group(2);
    long bytes =
        unit == null
            ? unitBytes
            : UNITS.getOrDefault(unit.substring(0, 1).toUpperCase(Locale.ROOT), 1L);
    return OptionalLong.of(Math.multiplyExact(Long.parseLong(matcher.group(1)), bytes));
  }
}
