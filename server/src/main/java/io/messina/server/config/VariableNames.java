package io.messina.server.config;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Names of variables of the environment.
 *
 * @param names whole, or with a {@code *} at the end for any rest
 */
public record VariableNames(List<String> names) {

  private static final Pattern NAME = Pattern.compile("\\w+\\*?|\\*");

  /** The names. */
  public VariableNames {
    names = List.copyOf(names);
    if (!names.stream().allMatch(name -> NAME.matcher(name).matches())) {
      throw new IllegalArgumentException(
          String.join(",", names) + " (expected: names of variables, with commas between them)");
    }
  }

  static VariableNames parse(String text) {
    return new VariableNames(List.of(text.split(",", -1)));
  }

  /** Whether a variable is one of them. */
  public boolean has(String variable) {
    return names.stream()
        .anyMatch(
            name ->
                name.endsWith("*")
                    ? variable.startsWith(name.substring(0, name.length() - 1))
                    : variable.equals(name));
  }

  @Override
  public String toString() {
    return String.join(",", names);
  }
}
