package io.messina.cli.terminal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.util.RawValue;

/** Lays rows out in columns: numbers to the right, everything else to the left. */
final class TextTable {

  private static final String GAP = "  ";

  private final List<String> head;
  private final List<List<@Nullable Object>> rows;

  private TextTable(List<String> head, List<List<@Nullable Object>> rows) {
    this.head = head;
    this.rows = rows;
  }

  /** A column for each field of the first row that is no collection. */
  static TextTable of(List<? extends Map<String, ?>> rows) {
    List<String> names =
        rows.getFirst().entrySet().stream()
            .filter(field -> !isNested(field.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    List<List<@Nullable Object>> values = new ArrayList<>();
    rows.forEach(row -> values.add(new ArrayList<>(names.stream().map(row::get).toList())));
    return new TextTable(names, values);
  }

  /** Without a trailing line end. */
  String text() {
    List<Integer> widths = new ArrayList<>();
    for (int column = 0; column < head.size(); column++) {
      widths.add(width(column));
    }
    List<String> lines = new ArrayList<>();
    lines.add(line(head.stream().map(name -> name.replace('_', ' ')).toList(), widths));
    rows.forEach(row -> lines.add(line(row, widths)));
    return String.join(System.lineSeparator(), lines);
  }

  static boolean isNested(@Nullable Object value) {
    return value instanceof Map || value instanceof Collection;
  }

  static String shown(@Nullable Object value) {
    return switch (value) {
      case null -> "-";
      case Boolean flag -> flag ? "yes" : "no";
      case Integer number -> String.format(Locale.ROOT, "%,d", number);
      case Long number -> String.format(Locale.ROOT, "%,d", number);
      case RawValue json -> String.valueOf(json.rawValue());
      default -> value.toString();
    };
  }

  private int width(int column) {
    int widest = head.get(column).length();
    for (List<@Nullable Object> row : rows) {
      widest = Math.max(widest, shown(row.get(column)).length());
    }
    return widest;
  }

  private String line(List<? extends @Nullable Object> cells, List<Integer> widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.size(); column++) {
      String text = shown(cells.get(column));
      String pad = " ".repeat(widths.get(column) - text.length());
      line.append(isNumber(column) ? pad + text : text + pad).append(GAP);
    }
    return line.toString().stripTrailing();
  }

  private boolean isNumber(int column) {
    for (List<@Nullable Object> row : rows) {
      if (row.get(column) != null && !(row.get(column) instanceof Number)) {
        return false;
      }
    }
    return true;
  }
}
