package io.messina.server.config;

import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds options by their names. */
final class OptionNames {

  private OptionNames() {}

  static Option<?> byVariable(String variable) {
    return find(variable, variable, Option::variable);
  }

  static Option<?> byFlag(String flag) {
    return find(flag, flag, Option::flag);
  }

  static Option<?> byName(String place, String name) {
    return find(place + ": " + name, name, Option::name);
  }

  private static Option<?> find(String place, String wanted, Function<Option<?>, String> called) {
    return Options.ALL.stream()
        .filter(option -> called.apply(option).equals(wanted))
        .findAny()
        .orElseThrow(
            () ->
                new ConfigurationException(
                    place
                        + ": no such option (expected: "
                        + Options.ALL.stream().map(called).collect(Collectors.joining(", "))
                        + ")"));
  }
}
