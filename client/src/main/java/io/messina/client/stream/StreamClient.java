package io.messina.client.stream;

import io.messina.api.Appended;
import io.messina.api.Cancelled;
import io.messina.api.Checks;
import io.messina.api.ClusterShard;
import io.messina.api.Delayed;
import io.messina.api.EventId;
import io.messina.api.GroupDefinition;
import io.messina.api.GroupName;
import io.messina.api.ReadQuery;
import io.messina.api.ReadStart;
import io.messina.api.ScheduleId;
import io.messina.api.SourceBatch;
import io.messina.api.StreamDefinition;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.api.Wire;
import io.messina.client.error.MessinaException;
import io.messina.client.error.Problem;
import io.messina.client.event.NewEvent;
import io.messina.client.group.ClientMetrics;
import io.messina.client.group.GroupClient;
import io.messina.client.internal.Blocking;
import io.messina.client.internal.Call;
import io.messina.client.internal.Call.Repeat;
import io.messina.client.internal.Condition;
import io.messina.client.internal.JsonBodies;
import io.messina.client.internal.JsonReader;
import io.messina.client.internal.Paths;
import io.messina.client.internal.Query;
import io.messina.client.internal.Transport;
import io.messina.client.internal.event.EventText;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A stream. Methods wait for the answer and throw a {@link MessinaException} if it is not good; an
 * interrupted thread gets {@link MessinaException.Unknown} and stays interrupted. Safe for use by
 * many threads.
 */
public final class StreamClient {

  /** Lines with a key, headers and a time each. */
  static final String LINES = "application/vnd.messina+json";

  private final Transport transport;
  private final ClientMetrics metrics;
  private final StreamName name;
  private final Condition condition;

  /**
   * A stream, as {@code MessinaClient.stream} gives it.
   *
   * @param transport sends the requests
   * @param metrics counts the work of workers
   * @param name the stream's name
   */
  @SuppressWarnings("exports") // for MessinaClient: no application can name a Transport
  public StreamClient(Transport transport, ClientMetrics metrics, StreamName name) {
    this(transport, metrics, name, Condition.NONE);
  }

  private StreamClient(
      Transport transport, ClientMetrics metrics, StreamName name, Condition condition) {
    this.transport = transport;
    this.metrics = metrics;
    this.name = name;
    this.condition = condition;
  }

  /**
   * Returns the stream's name.
   *
   * @return the name
   */
  public StreamName name() {
    return name;
  }

  Transport transport() {
    return transport;
  }

  /**
   * Returns a client for a group of the stream, which need not exist yet.
   *
   * @param group the group's name
   * @return a client; no request is sent
   */
  public GroupClient group(GroupName group) {
    return new GroupClient(transport, metrics, name, group);
  }

  /**
   * Returns a client for a group of the stream, which need not exist yet.
   *
   * @param group the group's name
   * @return a client; no request is sent
   * @throws IllegalArgumentException if it is no name
   */
  public GroupClient group(String group) {
    return group(new GroupName(group));
  }

  /**
   * All groups of the stream.
   *
   * @return by name
   */
  public List<GroupDefinition> groups() {
    return transport.list(Paths.groups(name), "groups", GroupDefinition.class);
  }

  /**
   * The same stream, which {@link #create}, {@link #change} and {@link #delete} leave alone if its
   * definition has another tag by now: they fail with {@link MessinaException.Refused} and the code
   * {@code precondition_failed}.
   *
   * @param tag of the definition that was read, as {@link StreamDefinition#tag} has it
   * @return a client; no request is sent
   */
  public StreamClient ifMatch(String tag) {
    return new StreamClient(transport, metrics, name, Condition.tag(tag));
  }

  /**
   * Returns a client whose {@link #create} leaves an existing stream alone: it then fails as {@link
   * #ifMatch} describes.
   *
   * @return a client; no request is sent
   */
  public StreamClient ifAbsent() {
    return new StreamClient(transport, metrics, name, Condition.ABSENT);
  }

  /**
   * Creates it, or changes it to these options. Shards and placement stay as they are, if they are
   * as by default here.
   *
   * @param options its options
   * @return as it is now
   * @throws MessinaException.Refused if it has another number of shards, or another placement
   */
  public StreamDefinition create(StreamOptions options) {
    return put(Wire.difference(options, StreamOptions.DEFAULT));
  }

  /**
   * Creates it, or changes it to the options that are named and the defaults of the others, but for
   * shards and placement: they stay unless they are named.
   *
   * @param named options by the names that JSON has, as in {@code Map.of("retention", "1d")}
   * @return as it is now
   * @throws MessinaException.Refused if it has another number of shards, or another placement, or
   *     an option is wrong
   */
  public StreamDefinition create(Map<String, ?> named) {
    return put(Wire.write(named));
  }

  private StreamDefinition put(String body) {
    return transport.send(
        condition.on(Call.put(Paths.stream(name), body.getBytes(StandardCharsets.UTF_8))),
        StreamDefinition.class);
  }

  /**
   * Changes some of its options. No change by another client is lost: if the definition was changed
   * in between, it is read and changed again, so {@code change} may be called several times.
   *
   * @param change maps the present options to the new ones, as in {@code options ->
   *     options.retention(Duration.ofDays(30))}
   * @return as it is now
   * @throws MessinaException.NotFound if the stream does not exist
   * @throws MessinaException.Refused if the number of shards or the placement would change
   */
  public StreamDefinition change(UnaryOperator<StreamOptions> change) {
    return condition.change(
        transport,
        Paths.stream(name),
        StreamDefinition.class,
        this::get,
        StreamDefinition::options,
        change);
  }

  /**
   * Reads its definition.
   *
   * @return its definition
   * @throws MessinaException.NotFound if the event does not exist
   */
  public StreamDefinition get() {
    return transport.send(Call.get(Paths.stream(name)), StreamDefinition.class);
  }

  /**
   * Deletes it with all events and groups. Tried again only if nothing was done, so that a new
   * stream of the same name, created between two attempts, is not deleted.
   *
   * @throws MessinaException.NotFound if the event does not exist
   */
  public void delete() {
    transport.sendForNothing(condition.on(Call.delete(Paths.stream(name))));
  }

  /**
   * Appends an event.
   *
   * @param event the event
   * @return the result, once the events are durable
   */
  public Appended append(NewEvent event) {
    return append(List.of(event));
  }

  /**
   * Appends events, all or none of them unless {@link Problem#stored} tells otherwise.
   *
   * @param events at least one, as many as the server takes in one request
   * @return the result, once the events are durable
   */
  public Appended append(List<NewEvent> events) {
    return append(events, AppendOptions.DEFAULT);
  }

  /**
   * Appends events, all or none of them unless {@link Problem#stored} tells otherwise.
   *
   * @param events at least one, as many as the server takes in one request
   * @param options how the append is told from its repeat
   * @return the result, once the events are durable
   * @throws IllegalArgumentException if its number is more than 63 above that of a batch of the
   *     same source that this client has sent to the stream and that is not acknowledged, as {@link
   *     AppendOptions#numbered} tells
   */
  public Appended append(List<NewEvent> events, AppendOptions options) {
    return Blocking.await(appendAsync(events, options));
  }

  /**
   * Appends an event without waiting, as {@link #append(NewEvent)} does.
   *
   * @param event the event
   * @return done once it is durable; fails with a {@link MessinaException}
   */
  public CompletableFuture<Appended> appendAsync(NewEvent event) {
    return appendAsync(List.of(event));
  }

  /**
   * Appends events without waiting, as {@link #append(List)} does.
   *
   * @param events at least one, as many as the server takes in one request
   * @return done once they are durable; fails with a {@link MessinaException}
   */
  public CompletableFuture<Appended> appendAsync(List<NewEvent> events) {
    return appendAsync(events, AppendOptions.DEFAULT);
  }

  /**
   * Appends events without waiting, as {@link #append(List, AppendOptions)} does.
   *
   * @param events at least one, as many as the server takes in one request
   * @param options how the append is told from its repeat
   * @return done once they are durable; fails with a {@link MessinaException}
   * @throws IllegalArgumentException as {@link #append(List, AppendOptions)} says
   */
  public CompletableFuture<Appended> appendAsync(List<NewEvent> events, AppendOptions options) {
    return send(events, Optional.empty(), options, StreamAnswers::appended);
  }

  /**
   * A numbered batch that failed will not be sent again, so that later ones need not wait for it.
   * One that is being sent, or is not known, changes nothing.
   *
   * @param batch of this stream
   */
  public void giveUp(SourceBatch batch) {
    transport.batches().giveUp(name, batch);
  }

  /**
   * Appends events when they are due.
   *
   * @param events at least one, as many as the server takes in one request
   * @param notBefore when they are due
   * @return the ids of the delayed events, once they are durable
   */
  public Delayed delay(List<NewEvent> events, Instant notBefore) {
    return Blocking.await(
        send(
            events,
            Optional.of(notBefore),
            AppendOptions.DEFAULT,
            json -> json.record(Delayed.class)));
  }

  private <T> CompletableFuture<T> send(
      List<NewEvent> events,
      Optional<Instant> notBefore,
      AppendOptions options,
      Function<JsonReader, T> answer) {
    Checks.that(!events.isEmpty(), "events", 0, "at least one");
    byte[] lines =
        JsonBodies.lines(events.stream().map(event -> EventText.line(event, notBefore)).toList());
    Call call = Call.with("POST", Paths.events(name), LINES, lines, Repeat.ALWAYS);
    Call marked = options.mark(call, transport.surroundings());
    return options
        .batch()
        .map(
            batch ->
                transport.batches().during(name, batch, () -> transport.sendAsync(marked, answer)))
        .orElseGet(() -> transport.sendAsync(marked, answer));
  }

  /**
   * Takes a delayed event back.
   *
   * @param id of the event
   * @return false if it no longer exists because it was appended or cancelled before
   */
  public boolean cancel(ScheduleId id) {
    Call call = Call.delete(Paths.stream(name) + "/scheduled/" + Paths.part(id));
    return transport.send(call, Cancelled.class).cancelled();
  }

  /**
   * Reads a shard.
   *
   * @param shard its number
   * @param from where to begin
   * @param limit how many events at most, from 1 to 10,000
   * @param wait how long to wait while there are none
   * @return events in their order
   */
  public ReadEvents read(int shard, ReadStart from, int limit, Duration wait) {
    Query query =
        Query.NONE.with("shard", shard).with("from", from).with(new ReadQuery(limit, wait));
    return transport.send(Call.get(Paths.events(name) + query).waiting(wait), StreamAnswers::read);
  }

  /**
   * Finds where events with a key are.
   *
   * @param key of events
   * @return their shard, its owner, and where the database holds its state
   */
  public ClusterShard where(String key) {
    Query query = Query.NONE.with("key", key);
    return transport.send(Call.get(Paths.stream(name) + "/where" + query), ClusterShard.class);
  }

  /**
   * One event, and how far the groups are with it.
   *
   * @param id of the event
   * @return the event and its progress
   * @throws MessinaException.NotFound if the event does not exist
   */
  public EventReport event(EventId id) {
    return transport.send(
        Call.get(Paths.events(name) + "/" + Paths.part(id)), StreamAnswers::report);
  }
}
