package io.messina.cli.terminal;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The format of a command's output: for people, or for programs. */
public final class OutputFormat {

  @Option(names = "--json", description = "Print JSON, for programs.")
  private boolean json;

  /**
   * Whether programs read it.
   *
   * @return true for JSON
   */
  public boolean isJson() {
    return json;
  }

  /**
   * Prints many things of a kind.
   *
   * @param out where to
   * @param name of all of them, as in {@code streams}
   * @param rows their fields, all with the same names
   */
  public void printAll(PrintWriter out, String name, List<? extends Map<String, ?>> rows) {
    if (json) {
      out.println(pretty(Map.of(name, rows)));
    } else {
      out.println(rows.isEmpty() ? "There are no " + name.replace('_', ' ') + "." : table(rows));
    }
    out.flush();
  }

  /**
   * Lays rows out in columns, for people.
   *
   * @param rows their fields, all with the same names; one at least
   * @return lines, without a line end after the last one
   */
  public static String table(List<? extends Map<String, ?>> rows) {
    return TextTable.of(rows).text();
  }

  /**
   * Prints many things of a kind, of which people see some fields only.
   *
   * @param out where to
   * @param name of all of them, as in {@code aggregates}
   * @param rows their fields, all with the same names
   * @param shown the fields that people see, in any order
   */
  public void printAll(
      PrintWriter out, String name, List<? extends Map<String, ?>> rows, List<String> shown) {
    printAll(out, name, json ? rows : rows.stream().map(row -> only(shown, row)).toList());
  }

  private static Map<String, @Nullable Object> only(List<String> shown, Map<String, ?> row) {
    Map<String, @Nullable Object> some = new LinkedHashMap<>(row);
    some.keySet().retainAll(shown);
    return some;
  }

  /**
   * Prints one thing, of which people see the fields that hold more fields as the JSON that they
   * are.
   *
   * @param out where to
   * @param fields a line for each
   */
  public void printWhole(PrintWriter out, Map<String, ?> fields) {
    Map<String, @Nullable Object> whole = new LinkedHashMap<>(fields);
    if (!json) {
      whole.replaceAll(
          (_, value) ->
              value != null && TextTable.isNested(value)
                  ? JsonMapper.shared().writeValueAsString(value)
                  : value);
    }
    printOne(out, whole);
  }

  /**
   * Prints one thing.
   *
   * @param out where to
   * @param fields a line for each; people do not see fields that hold more fields
   */
  public void printOne(PrintWriter out, Map<String, ?> fields) {
    if (json) {
      out.println(pretty(fields));
    } else {
      int width = fields.keySet().stream().mapToInt(String::length).max().orElse(0);
      fields.forEach(
          (name, value) -> {
            if (!TextTable.isNested(value)) {
              String pad = " ".repeat(width - name.length());
              out.println(name.replace('_', ' ') + pad + "  " + TextTable.shown(value));
            }
          });
    }
    out.flush();
  }

  /**
   * Prints the result of an action.
   *
   * @param out where to
   * @param sentence for people
   * @param fields for programs
   */
  public void printDone(PrintWriter out, String sentence, Map<String, ?> fields) {
    out.println(json ? pretty(fields) : sentence);
    out.flush();
  }

  /**
   * Writes JSON in one line.
   *
   * @param fields in their order
   * @return the text
   */
  public static String line(Map<String, ?> fields) {
    return JsonMapper.shared().writeValueAsString(fields);
  }

  private static String pretty(Map<String, ?> fields) {
    return JsonMapper.shared()
        .writer()
        .with(SerializationFeature.INDENT_OUTPUT)
        .writeValueAsString(fields);
  }
}
