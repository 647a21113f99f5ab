package io.messina.server.streams;

import io.messina.api.ProblemCode;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.api.Wire;
import io.messina.runtime.definition.Created;
import io.messina.server.http.Exchange;
import io.messina.server.http.Fields;
import io.messina.server.http.NamedPages;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.server.problem.ProblemException;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.node.Streams;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Creates, shows and deletes streams. */
final class StreamRoutes {

  private static final String ONE = "/v1/streams/{stream}";

  private final Streams streams;
  private final KeyCheck keys;
  private final Directory directory;

  StreamRoutes(Streams streams, KeyCheck keys) {
    this.keys = keys;
    this.streams = streams;
    this.directory = new Directory(streams);
  }

  List<Route> routes() {
    return List.of(
        NamedPages.of(
            Route.of(Verb.GET, "/v1/streams", "listStreams", "All streams.", this::list)
                .answers("Streams", 200)),
        Route.of(
                Verb.PUT,
                ONE,
                "createStream",
                "Creates a stream, or replaces its options: an absent one gets its default. Shards"
                    + " and placement stay.",
                this::create)
            .takes("StreamOptions")
            .answers("Stream", 200, 201)
            .tagged(),
        Route.of(
                Verb.PATCH,
                ONE,
                "changeStream",
                "Changes the options that it names; null sets the default again.",
                this::change)
            .takes("StreamOptions")
            .answers("Stream", 200)
            .tagged(),
        Route.of(Verb.GET, ONE, "getStream", "The options of a stream.", this::get)
            .answers("Stream", 200)
            .tagged(),
        Route.of(
                Verb.DELETE,
                ONE,
                "deleteStream",
                "Deletes a stream with its events and groups.",
                this::delete)
            .answersPlain(204)
            .tagged());
  }

  private void list(Exchange exchange) {
    NamedPages.send(
        exchange,
        "streams",
        streams.list(),
        StreamName::new,
        stream -> stream.id().name().value(),
        CatalogStream::shown);
  }

  private void create(Exchange exchange) throws IOException {
    StreamName name = Directory.openStreamName(exchange);
    Fields fields = checked(exchange.jsonIfAny());
    Created<CatalogStream> created =
        streams.createOrChange(
            name,
            standing -> checkedKey(name, replaced(standing, fields)),
            exchange.precondition());
    send(exchange, created.isNew() ? 201 : 200, created.value());
  }

  /** What stays is as it was created, unless it is said. */
  private static StreamOptions replaced(StreamOptions standing, Fields fields) {
    return fields.change(
        StreamOptions.DEFAULT.shards(standing.shards()).placement(standing.placement()),
        StreamOptions.DEFAULT);
  }

  private void change(Exchange exchange) throws IOException {
    StreamName name = Directory.openStreamName(exchange);
    Fields fields = checked(exchange.json());
    send(
        exchange,
        200,
        streams.change(
            name,
            standing -> checkedKey(name, fields.change(standing, StreamOptions.DEFAULT)),
            exchange.precondition()));
  }

  private StreamOptions checkedKey(StreamName name, StreamOptions wanted) {
    Optional<Optional<String>> former =
        streams.list().stream()
            .filter(stream -> stream.id().name().equals(name))
            .map(stream -> stream.options().key())
            .findAny();
    keys.check(name, former, wanted.key());
    return wanted;
  }

  /** Compiles what was sent, so that nothing waits for it while the stream is changed. */
  private static Fields checked(Fields fields) {
    StreamOptions sent =
        fields.check(StreamOptions.class).change(StreamOptions.DEFAULT, StreamOptions.DEFAULT);
    try {
      var _ = KeptRules.compiled(sent);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(ProblemCode.WRONG_TYPE, String.valueOf(e.getMessage()));
    }
    return fields;
  }

  private void get(Exchange exchange) {
    send(exchange, 200, directory.stream(exchange).definition());
  }

  private static void send(Exchange exchange, int status, CatalogStream stream) {
    exchange.sendTagged(status, stream.tag(), json -> Wire.write(json, stream.shown()));
  }

  private void delete(Exchange exchange) {
    StreamName name = Directory.openStreamName(exchange);
    if (!streams.delete(name, exchange.precondition())) {
      throw new ProblemException(
          ProblemCode.STREAM_NOT_FOUND, "stream: " + name + " (expected: one that was created)");
    }
    exchange.sendNothing();
  }
}
