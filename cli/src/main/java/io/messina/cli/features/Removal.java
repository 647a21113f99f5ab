package io.messina.cli.features;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Which items to remove. */
final class Removal {

  @Option(
      names = "--value",
      paramLabel = "VALUE",
      required = true,
      description = "All items with this value.")
  private @Nullable String value;

  @Option(
      names = "--keep",
      paramLabel = "N",
      required = true,
      description = "All but the newest N, 1 to 100000.")
  private @Nullable Integer keep;

  @Option(names = "--all", required = true, description = "All items.")
  private boolean all;

  /** Returns the number of items removed; empty for all items, which are not counted. */
  OptionalLong from(ListArguments lists, CommandSpec command, String entity) {
    if (value != null) {
      return OptionalLong.of(
          lists.ask(
              command, List.of(value), (list, values) -> list.remove(entity, values.getFirst())));
    }
    if (keep != null) {
      int newest = keep;
      return OptionalLong.of(lists.ask(command, list -> list.keepNewest(entity, newest)));
    }
    if (!all) {
      throw new IllegalStateException("to remove: nothing (expected: --value, --keep or --all)");
    }
    return lists.ask(
        command,
        list -> {
          list.removeAll(entity);
          return OptionalLong.empty();
        });
  }
}
