package io.messina.cli.definition;

import io.messina.api.Wire;
import io.messina.api.aggregate.AggregateRow;
import io.messina.api.aggregate.AggregateRows;
import io.messina.cli.terminal.ExitCodes;
import io.messina.client.aggregate.AggregateClient;
import io.messina.client.aggregate.RowSelection;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The rows of all pages.
 *
 * @param rows their fields
 * @param missing shards that one of the pages lacks
 */
record AllRows(List<Map<String, @Nullable Object>> rows, Set<Integer> missing) {

  static AllRows of(AggregateClient client, RowSelection selection) {
    List<AggregateRow> rows = new ArrayList<>();
    Set<Integer> missing = new TreeSet<>();
    Optional<String> after = Optional.empty();
    do {
      AggregateRows page = client.page(selection, after);
      rows.addAll(page.rows());
      missing.addAll(page.missing());
      after = page.next();
    } while (after.isPresent());
    return new AllRows(rows.stream().map(Wire::fields).toList(), missing);
  }

  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("rows", rows);
    fields.put("missing", missing);
    return fields;
  }

  /** Returns the exit code: rows that lack something are no success. */
  int tellMissing(PrintWriter stderr) {
    if (missing.isEmpty()) {
      return ExitCodes.SUCCESS;
    }
    stderr.println("messina: without what is in shards that cannot be read now: " + missing);
    return ExitCodes.TRY_AGAIN;
  }
}
