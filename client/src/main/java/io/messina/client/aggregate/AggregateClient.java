package io.messina.client.aggregate;

import io.messina.api.aggregate.AggregateDefinition;
import io.messina.api.aggregate.AggregateName;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.api.aggregate.AggregateReport;
import io.messina.api.aggregate.AggregateRow;
import io.messina.api.aggregate.AggregateRows;
import io.messina.client.error.MessinaException;
import io.messina.client.internal.Call;
import io.messina.client.internal.Condition;
import io.messina.client.internal.JsonBodies;
import io.messina.client.internal.Paths;
import io.messina.client.internal.Query;
import io.messina.client.internal.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An aggregate. Methods wait for the answer and throw a {@link MessinaException} if it is not good;
 * an interrupted thread gets {@link MessinaException.Unknown} and stays interrupted. Safe for use
 * by many threads.
 */
public final class AggregateClient {

  private final Transport transport;
  private final AggregateName name;
  private final String path;
  private final Condition condition;

  /**
   * An aggregate, there or not; applications ask {@link io.messina.client.MessinaClient} for it.
   *
   * @param transport sends the requests
   * @param name what it is called
   */
  @SuppressWarnings("exports") // no application can name it
  public AggregateClient(Transport transport, AggregateName name) {
    this(transport, name, Condition.NONE);
  }

  private AggregateClient(Transport transport, AggregateName name, Condition condition) {
    this.transport = transport;
    this.name = name;
    this.path = Paths.under(Paths.AGGREGATES, name);
    this.condition = condition;
  }

  /**
   * What it is called.
   *
   * @return the name
   */
  public String name() {
    return name.value();
  }

  /**
   * The same aggregate, which {@link #create} and {@link #delete} leave alone if its definition has
   * another tag by now: they fail with {@link MessinaException.Refused} and the code {@code
   * precondition_failed}. They are tried again only if they were not begun.
   *
   * @param tag of the definition that was read, as {@link AggregateDefinition#tag} has it
   * @return asks nothing of the server
   */
  public AggregateClient ifMatch(String tag) {
    return new AggregateClient(transport, name, Condition.tag(tag));
  }

  /**
   * The same aggregate, which {@link #create} leaves alone if it is there: it fails as {@link
   * #ifMatch} tells.
   *
   * @return asks nothing of the server
   */
  public AggregateClient ifAbsent() {
    return new AggregateClient(transport, name, Condition.ABSENT);
  }

  /**
   * Makes a value for each window and group of a stream, from its oldest event on. Other options
   * than it has begin its next generation, with no rows, at the oldest event.
   *
   * @param options what it makes
   * @return as it is now
   */
  public AggregateDefinition create(AggregateOptions options) {
    return transport.send(
        condition.on(Call.put(path, JsonBodies.record(options))), AggregateDefinition.class);
  }

  /**
   * What it makes, and how it goes on the node that answers.
   *
   * @return its definition and counts
   * @throws MessinaException.NotFound if it is not there
   */
  public AggregateReport get() {
    return transport.send(Call.get(path), AggregateReport.class);
  }

  /**
   * A page of rows.
   *
   * @param selection which rows
   * @param after the {@link AggregateRows#next} of the page before; empty for the first one
   * @return by window, then by key
   * @throws MessinaException.NotFound if it is not there
   */
  public AggregateRows page(RowSelection selection, Optional<String> after) {
    Query query = selection.query().with("after", after);
    return transport.send(Call.get(path + "/rows" + query), AggregateRows.class);
  }

  /**
   * All rows, page after page, each as of another moment.
   *
   * @param selection which rows
   * @return by window, then by key
   * @throws MessinaException.NotFound if it is not there
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

  /**
   * Ends it; its rows are gone then. Tried again only if nothing was done, so that an aggregate
   * that was created anew meanwhile goes on.
   *
   * @throws MessinaException.NotFound if it is not there
   */
  public void delete() {
    transport.sendForNothing(condition.on(Call.delete(path)));
  }
}
