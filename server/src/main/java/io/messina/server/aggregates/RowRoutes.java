package io.messina.server.aggregates;

import io.messina.aggregate.configured.Aggregates;
import io.messina.aggregate.configured.RowsQuery;
import io.messina.api.Times;
import io.messina.api.Wire;
import io.messina.api.aggregate.AggregateName;
import io.messina.api.aggregate.AggregateRow;
import io.messina.api.aggregate.AggregateRows;
import io.messina.server.http.Exchange;
import io.messina.server.http.MissingShards;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.server.json.Csv;
import io.messina.server.streams.LongPolls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The rows of an aggregate: a page of JSON, NDJSON or CSV, or as they change. */
final class RowRoutes {

  private static final String NDJSON = "application/x-ndjson";
  private static final String CSV = "text/csv";
  private static final String EVENTS = "text/event-stream";
  private static final String NEXT = "Messina-Next";
  private static final String CSV_HEADER =
      "key,window_start,window_end,value,closed,incomplete\r\n";

  private final String path;
  private final Aggregates aggregates;
  private final LongPolls polls;

  RowRoutes(String path, Aggregates aggregates, LongPolls polls) {
    this.path = path;
    this.aggregates = aggregates;
    this.polls = polls;
  }

  Route route() {
    return Route.of(
            Verb.GET,
            path,
            "readAggregateRows",
            "Rows by window and key, merged over shards; with Accept: text/csv or"
                + " application/x-ndjson as such, with Accept: text/event-stream as they change.",
            this::read)
        .query(
            "key",
            "Only this group: its JSON, or if that is none, the text of a group that is one text.")
        .query("from", "Only windows that begin then or later, a time of RFC 3339.")
        .query("to", "Only windows that begin before, a time of RFC 3339.")
        .query("limit", "How many rows at most, from 1 to 10000; 1000 if absent.")
        .query("after", "The next of the page before.")
        .query("sketch", "true for the bytes of sketches and bitmaps, in Base64.")
        .answers(AggregateRows.class, 200);
  }

  private void read(Exchange exchange) throws IOException {
    AggregateName name = AggregatesApi.name(exchange);
    RowsQuery query = query(exchange);
    String type = exchange.accepted(NDJSON, CSV, EVENTS);
    if (type.equals(EVENTS)) {
      watch(exchange, name, query);
      return;
    }
    AggregateRows page = aggregates.rows(name, query);
    switch (type) {
      case NDJSON -> send(exchange, NDJSON, page, "", row -> Wire.write(row) + "\n");
      case CSV -> send(exchange, CSV, page, CSV_HEADER, RowRoutes::csv);
      default -> exchange.sendLargeJson(200, json -> Wire.write(json, page));
    }
  }

  private static RowsQuery query(Exchange exchange) {
    return new RowsQuery(
        exchange.query("from", Times::parse).orElse(RowsQuery.BEGIN),
        exchange.query("to", Times::parse).orElse(RowsQuery.END),
        exchange.query("key"),
        exchange.query("limit", 1, RowsQuery.LIMIT_MAX).orElse(RowsQuery.LIMIT_DEFAULT),
        exchange.query("after", RowsQuery.Place::parse),
        exchange.flag("sketch"));
  }

  private void watch(Exchange exchange, AggregateName name, RowsQuery query) throws IOException {
    try {
      new RowWatch(aggregates, name, query, polls, exchange.caller())
          .run(() -> exchange.sendStream(200, EVENTS));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static void send(
      Exchange exchange,
      String type,
      AggregateRows page,
      String header,
      Function<AggregateRow, String> line) {
    page.next().ifPresent(next -> exchange.setHeader(NEXT, next));
    MissingShards.tell(exchange, page.missing());
    String text = page.rows().stream().map(line).collect(Collectors.joining("", header, ""));
    exchange.send(200, type, text.getBytes(StandardCharsets.UTF_8));
  }

  private static String csv(AggregateRow row) {
    return "%s,%s,%s,%s,%s,%s\r\n"
        .formatted(
            row.key().map(key -> cell(key.text())).orElse(""),
            Times.format(row.windowStart()),
            Times.format(row.windowEnd()),
            cell(row.value().text()),
            row.closed(),
            row.incomplete());
  }

  /** A text is written without the quotes of JSON. */
  private static String cell(String json) {
    return Csv.cell(
        json.startsWith("\"")
            ? Wire.read(json.getBytes(StandardCharsets.UTF_8), String.class)
            : json);
  }
}
