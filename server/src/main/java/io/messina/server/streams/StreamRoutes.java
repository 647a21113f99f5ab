package io.messina.server.streams;

import io.messina.api.ProblemCode;
import io.messina.api.StreamDefinition;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.definition.Created;
import io.messina.server.definition.DefinitionRoutes;
import io.messina.server.definition.Resources;
import io.messina.server.http.Exchange;
import io.messina.server.http.Fields;
import io.messina.server.http.Route;
import io.messina.server.http.Schema;
import io.messina.server.problem.ProblemException;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.node.Streams;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Creates, shows and deletes streams. */
final class StreamRoutes implements Resources<StreamDefinition> {

  private final Streams streams;
  private final KeyCheck keys;
  private final Directory directory;

  StreamRoutes(Streams streams, KeyCheck keys) {
    this.keys = keys;
    this.streams = streams;
    this.directory = new Directory(streams);
  }

  List<Route> routes() {
    DefinitionRoutes<StreamDefinition, StreamDefinition> routes =
        new DefinitionRoutes<>(
            DefinitionRoutes.Kind.of("Stream"), StreamDefinition.class, Function.identity(), this);
    return List.of(
        routes.list("All streams."),
        routes.put(
            Schema.change(StreamOptions.class),
            "Creates a stream, or replaces its options: an absent one gets its default. Shards"
                + " and placement stay."),
        routes.change(
            StreamOptions.class,
            "Changes the options that it names; null sets the default again.",
            this::change),
        routes.get("The options of a stream."),
        routes.delete("Deletes a stream with its events and groups."));
  }

  @Override
  public Collection<StreamDefinition> all(Exchange exchange) {
    return streams.list().stream().map(CatalogStream::shown).toList();
  }

  @Override
  public Object checkName(String name) {
    return new StreamName(name);
  }

  @Override
  public Created<StreamDefinition> put(Exchange exchange) throws IOException {
    StreamName name = Directory.openStreamName(exchange);
    Fields fields = checked(exchange.jsonIfAny());
    return streams
        .createOrChange(
            name, standing -> checkedKey(name, replaced(standing, fields)), exchange.precondition())
        .map(CatalogStream::shown);
  }

  /** Shards and placement stay unless the request names them. */
  private static StreamOptions replaced(StreamOptions standing, Fields fields) {
    return fields.change(
        StreamOptions.DEFAULT.shards(standing.shards()).placement(standing.placement()),
        StreamOptions.DEFAULT);
  }

  private StreamDefinition change(Exchange exchange) throws IOException {
    StreamName name = Directory.openStreamName(exchange);
    Fields fields = checked(exchange.json());
    return streams
        .change(
            name,
            standing -> checkedKey(name, fields.change(standing, StreamOptions.DEFAULT)),
            exchange.precondition())
        .shown();
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

  /** Compiles the rules first, so that the change of the stream does not wait for it. */
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

  @Override
  public StreamDefinition find(Exchange exchange) {
    return directory.stream(exchange).definition().shown();
  }

  @Override
  public void delete(Exchange exchange) {
    StreamName name = Directory.openStreamName(exchange);
    if (!streams.delete(name, exchange.precondition())) {
      throw new ProblemException(
          ProblemCode.STREAM_NOT_FOUND, "stream: " + name + " (expected: one that was created)");
    }
  }
}
