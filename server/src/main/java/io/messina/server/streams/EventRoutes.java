package io.messina.server.streams;

import io.messina.api.Appended;
import io.messina.api.Cancelled;
import io.messina.api.Position;
import io.messina.api.ProblemCode;
import io.messina.api.ReadQuery;
import io.messina.api.ReadStart;
import io.messina.api.RefusedLine;
import io.messina.api.Start;
import io.messina.api.Wire;
import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.server.ingest.BatchBody;
import io.messina.server.ingest.BodyReader;
import io.messina.server.ingest.IngestHeaders;
import io.messina.server.ingest.Ingested;
import io.messina.server.ingest.PlainBody;
import io.messina.server.problem.ProblemException;
import io.messina.stream.DelayedAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.json.EventJson;
import io.messina.stream.log.ShardRuns;
import io.messina.stream.log.ShardRunsBuilder;
import io.messina.stream.node.AppendResult;
import io.messina.stream.node.PartlyStoredException;
import io.messina.stream.node.Stream;
import io.messina.stream.owner.EventPage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.core.JsonGenerator;

/** Appends events, and reads them. */
final class EventRoutes {

  private static final String ALL = "/v1/streams/{stream}/events";
  private static final String JSON = "application/json";
  private static final String EVENT_STREAM = "text/event-stream";

  private final Directory directory;
  private final LongPolls polls;
  private final StreamMeter meter;
  private final KeptRules rules;

  EventRoutes(Directory directory, LongPolls polls, StreamMeter meter, KeptRules rules) {
    this.directory = directory;
    this.polls = polls;
    this.meter = meter;
    this.rules = rules;
  }

  List<Route> routes() {
    return List.of(
        Route.of(
                Verb.POST,
                ALL,
                "appendEvents",
                "Appends one event or many; answered once they are durable.",
                this::append)
            .query("partial", "true to store the good lines and list the others.")
            .header(
                "Idempotency-Key",
                "Up to "
                    + IngestHeaders.IDEMPOTENCY_KEY_CHARS_MAX
                    + " characters; a repeat of the request under it stores nothing twice.")
            .header("Messina-Key", "The key of events that say none; not with a batch.")
            .header("Messina-Time", "The time of events that say none; not with a batch.")
            .header("Messina-Not-Before", "When they are appended at the earliest.")
            .header("Messina-Source", "Who numbers its requests, with Messina-Batch.")
            .header("Messina-Batch", "The number of the request, from 0, with Messina-Source.")
            .header("Content-Encoding", "gzip or zstd.")
            .header("traceparent", "The trace of events that say none.")
            .header("tracestate", "Beside traceparent.")
            .header("baggage", "The baggage of events that say none.")
            .takesTypes(
                "application/json",
                "application/x-ndjson",
                "application/vnd.messina+json",
                BatchBody.TYPE,
                "application/octet-stream")
            .answers(Appended.class, 202)
            .tagged(),
        Route.of(
                Verb.DELETE,
                "/v1/streams/{stream}/scheduled/{id}",
                "cancelScheduled",
                "Cancels a delayed event.",
                this::cancel)
            .answers(Cancelled.class, 200),
        Route.of(
                Verb.GET,
                ALL,
                "readEvents",
                "Reads a shard; with Accept: text/event-stream, tails one shard or all.",
                this::read)
            .query("shard", "The number of the shard, from 0.")
            .query("from", "A position, earliest, latest, or a time of RFC 3339.")
            .query(ReadQuery.class)
            .answers(EventSchemas.PAGE, 200),
        Route.of(
                Verb.GET,
                ALL + "/{id}",
                "getEvent",
                "An event with its state in each group, or a delayed event that waits.",
                new EventLookup(directory)::get)
            .answers(EventSchemas.EVENT_OR_DELAYED, 200));
  }

  private void append(Exchange exchange) throws IOException {
    Stream stream = directory.openStream(exchange);
    KeptRules.Kept known = rules.of(stream.definition());
    checkTag(exchange, known.tag());
    byte[] body = exchange.body();
    String type = exchange.header("content-type").orElse("");
    IngestHeaders own = IngestHeaders.parse(exchange.headers(IngestHeaders::isOurs));
    boolean partial = exchange.flag("partial");
    if (type.equals(BatchBody.TYPE)) {
      appendBatch(exchange, stream, known, own, partial);
      return;
    }
    IngestHeaders headers = own.traced(exchange.trace());
    Optional<ShardRunsBuilder> plain =
        PlainBody.read(
            body, type, known.rules(), headers, template -> stream.encoding(template, body));
    if (plain.isPresent()) {
      appendEncoded(exchange, stream, plain.get().build(), List.of());
    } else {
      exchange.takeMemory(BodyReader.eventBytes(body));
      append(exchange, stream, BodyReader.read(body, type, known.rules(), headers, partial));
    }
  }

  private static void checkTag(Exchange exchange, String tag) {
    try {
      exchange.precondition().check(() -> Optional.of(tag));
    } catch (ProblemException e) {
      exchange.setTag(tag);
      throw e;
    }
  }

  private void appendBatch(
      Exchange exchange,
      Stream stream,
      KeptRules.Kept known,
      IngestHeaders headers,
      boolean partial)
      throws IOException {
    if (exchange.header("if-match").isEmpty()) {
      throw new ProblemException(
          ProblemCode.BAD_REQUEST,
          "if-match: absent (expected: the tag of the definition that the shards are chosen by)");
    }
    BatchBody.Batch batch =
        BatchBody.read(
            exchange.body(),
            known.rules(),
            headers,
            exchange.trace(),
            known.stream().keyPlacement(),
            partial,
            exchange::takeMemory);
    if (batch.events().isPresent()) {
      appendEncoded(exchange, stream, batch.events().get(), batch.refused());
    } else {
      Appended none = new Appended(0, 0, 0, List.of(), batch.refused());
      exchange.sendJson(202, json -> Wire.write(json, none));
    }
  }

  private void appendEncoded(
      Exchange exchange, Stream stream, ShardRuns events, List<RefusedLine> refused) {
    exchange.caller().takeEvents(events.count());
    AppendResult result;
    try {
      result = stream.append(events);
    } catch (PartlyStoredException e) {
      meter.appended(Directory.streamName(exchange), e.stored().accepted());
      throw Appending.partly(e.failure(), Appending.appended(e.stored(), List.of()));
    }
    meter.appended(Directory.streamName(exchange), result.accepted());
    if (refused.isEmpty()) {
      exchange.send(202, JSON, AppendAnswer.of(result));
    } else {
      Appended appended = Appending.appended(result, refused);
      exchange.sendJson(202, json -> Wire.write(json, appended));
    }
  }

  private void append(Exchange exchange, Stream stream, Ingested ingested) {
    exchange.caller().takeEvents(ingested.events().size());
    Appending appending = new Appending(stream, ingested);
    try {
      appending.run();
    } finally {
      meter.appended(Directory.streamName(exchange), appending.accepted());
    }
    Appended appended = appending.appended(ingested.refused());
    exchange.sendJson(202, json -> Wire.write(json, appended));
  }

  private void cancel(Exchange exchange) {
    Stream stream = directory.openStream(exchange);
    boolean cancelled = scheduleId(exchange.path("id")).filter(stream::cancel).isPresent();
    exchange.sendJson(200, json -> Wire.write(json, new Cancelled(cancelled)));
  }

  private static Optional<DelayedAddress> scheduleId(String text) {
    try {
      return Optional.of(DelayedAddress.parse(text));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private void read(Exchange exchange) throws Exception {
    Stream stream = directory.stream(exchange);
    Optional<Integer> shard = Directory.shardIfGiven(exchange, stream);
    Optional<ReadStart> from = exchange.query("from", ReadStart::parse);
    if (exchange.accepted(EVENT_STREAM).equals(EVENT_STREAM)) {
      tail(exchange, stream, shard, from.orElseGet(Start::latest));
    } else {
      page(exchange, stream, shard, from.orElseGet(Start::earliest));
    }
  }

  private void page(Exchange exchange, Stream stream, Optional<Integer> shard, ReadStart from) {
    int number =
        shard.orElseThrow(
            () ->
                new ProblemException(
                    ProblemCode.BAD_REQUEST,
                    "shard: absent (expected: a number; only a tail reads all shards)"));
    ReadQuery query = exchange.query(ReadQuery.class);
    Position position = stream.find(number, from);
    EventPage page =
        polls.callAside(
            exchange.caller(),
            query.waitUpTo(),
            longest -> stream.read(number, Optional.of(position), query.limit(), longest));
    int generation = stream.definition().id().generation();
    exchange.sendLargeJson(200, json -> writePage(json, page, OptionalInt.of(generation)));
  }

  /** */
  static void writePage(JsonGenerator json, EventPage page, OptionalInt generation) {
    json.writeStartObject();
    generation.ifPresent(number -> json.writeNumberProperty("generation", number));
    json.writeArrayPropertyStart("events");
    for (StoredEvent event : page.events()) {
      EventJson.write(json, event);
    }
    json.writeEndArray();
    json.writeStringProperty("next", page.next().toString());
    page.run().ifPresent(run -> json.writeNumberProperty("run", run));
    if (!page.gaps().isEmpty()) {
      json.writeArrayPropertyStart("gaps");
      page.gaps().forEach(end -> json.writeString(end.toString()));
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private void tail(Exchange exchange, Stream stream, Optional<Integer> shard, ReadStart from)
      throws Exception {
    if (exchange.query("limit").isPresent() || exchange.query("wait").isPresent()) {
      throw new ProblemException(
          ProblemCode.BAD_REQUEST, "limit, wait: given (expected: neither for a tail)");
    }
    List<Integer> shards =
        shard
            .map(List::of)
            .orElseGet(
                () -> stream.definition().shards().stream().map(each -> each.number()).toList());
    Optional<String> last = exchange.header("last-event-id").filter(id -> !id.isEmpty());
    Optional<TailPlace> place =
        last.isEmpty()
            ? Optional.of(TailPlace.at(stream, shards, from))
            : TailPlace.behind(stream, shards, last.get());
    if (place.isEmpty()) {
      // Tells clients that reconnect by themselves not to.
      exchange.sendNothing();
      return;
    }
    try (Tail tail = new Tail(stream, place.get(), polls, exchange.caller())) {
      tail.run(() -> exchange.sendStream(200, EVENT_STREAM));
    }
  }
}
