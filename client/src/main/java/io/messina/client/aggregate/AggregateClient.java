package io.messina.client.aggregate;

import io.messina.api.aggregate.AggregateDefinition;
import io.messina.api.aggregate.AggregateName;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.api.aggregate.AggregateReport;
import io.messina.api.aggregate.AggregateRow;
import io.messina.api.aggregate.AggregateRows;
import io.messina.client.definition.DefinitionClient;
import io.messina.client.error.MessinaException;
import io.messina.client.internal.Paths;
import io.messina.client.internal.Query;
import io.messina.client.internal.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An aggregate: a value for each window and group of a stream, from its oldest event on. Other
 * options than it has begin its next generation, with no rows, at the oldest event. Once it is
 * deleted its rows are gone. Safe for use by many threads.
 */
public final class AggregateClient
    extends DefinitionClient<AggregateOptions, AggregateDefinition, AggregateReport> {

  /**
   * Makes a client for an aggregate, which need not exist yet; applications ask {@code
   * MessinaClient} for it.
   *
   * @param transport sends the requests
   * @param name the aggregate's name
   */
  @SuppressWarnings("exports") // no application can name it
  public AggregateClient(Transport transport, AggregateName name) {
    super(
        new Place<>(
            transport, Paths.AGGREGATES, name, AggregateDefinition.class, AggregateReport.class));
  }

  /**
   * A page of rows.
   *
   * @param selection which rows
   * @param after the {@link AggregateRows#next} of the page before; empty for the first one
   * @return by window, then by key
   * @throws MessinaException.NotFound if the aggregate does not exist
   */
  public AggregateRows page(RowSelection selection, Optional<String> after) {
    Query query = selection.query().with("after", after);
    return read(under("rows") + query, AggregateRows.class);
  }

  /**
   * All rows, page after page, each as of another moment. Without the events of shards that the
   * server cannot read now: {@link #page} tells which these are.
   *
   * @param selection which rows
   * @return by window, then by key
   * @throws MessinaException.NotFound if the aggregate does not exist
   */
  public List<AggregateRow> rows(RowSelection selection) {
    List<AggregateRow> rows = new ArrayList<>();
    Optional<String> after = Optional.empty();
    do {
      AggregateRows page = page(selection, after);
      rows.addAll(page.rows());
      after = page.next();
    } while (after.isPresent());
    return rows;
  }
}
