package io.messina.client;

import io.messina.api.StreamDefinition;
import io.messina.api.StreamName;
import java.net.URI;
import java.util.List;

/**
 * A connection to Messina's HTTP API, for the whole application:
 *
 * <pre>{@code
 * try (MessinaClient client = MessinaClient.connect("http://127.0.0.1:8420")) {
 *   StreamClient edits = client.stream("edits");
 *   edits.append(NewEvent.of("anna", Payload.json("{\"added\":36}")));
 * }
 * }</pre>
 *
 * <p>Methods wait for the answer and throw a {@link MessinaException} where it is not good; its
 * type tells whether trying again helps. Requests are tried again by the client where that is safe,
 * as its {@link RetryPolicy} says. Appends are always safe, since each carries an idempotency key
 * or the number of its batch; only streams that remember no keys may then hold an event twice. So
 * is adding to lists and putting values of features; removing is not.
 *
 * <p>Methods whose names end in {@code Async} do not wait: their futures fail with a {@link
 * MessinaException}, and cancelling one breaks its request off. What is chained to them runs on the
 * client's executor and must not block. For anything else that is not to wait, use a thread. Safe
 * for use by many threads.
 */
public final class MessinaClient implements AutoCloseable {

  private final Transport transport;

  MessinaClient(Transport transport) {
    this.transport = transport;
  }

  /**
   * A client with all defaults. The server is not asked yet.
   *
   * @param url as in {@code http://127.0.0.1:8420}
   * @return the client
   * @throws IllegalArgumentException where it is no such address
   */
  public static MessinaClient connect(String url) {
    return builder(URI.create(url)).build();
  }

  /**
   * Begins a client.
   *
   * @param url as in {@code http://127.0.0.1:8420}
   * @return a builder with all defaults
   * @throws IllegalArgumentException where it is no such address
   */
  public static MessinaClientBuilder builder(URI url) {
    return new MessinaClientBuilder(url);
  }

  /**
   * A stream, there or not.
   *
   * @param name what it is called
   * @return asks nothing of the server
   */
  public StreamClient stream(StreamName name) {
    return new StreamClient(transport, name);
  }

  /**
   * A stream, there or not.
   *
   * @param name what it is called
   * @return asks nothing of the server
   * @throws IllegalArgumentException where it is no name
   */
  public StreamClient stream(String name) {
    return stream(new StreamName(name));
  }

  /**
   * All streams.
   *
   * @return by name
   */
  public List<StreamDefinition> streams() {
    return transport.send(
        Call.get(Paths.STREAMS),
        json -> json.list("streams", stream -> stream.record(StreamDefinition.class)));
  }

  /**
   * A feature, there or not.
   *
   * @param entityType what has it: 1 to 128 bytes of UTF-8, no control characters
   * @param name what it is called: likewise
   * @return asks nothing of the server
   * @throws IllegalArgumentException where one is empty or longer
   */
  public FeatureClient feature(String entityType, String name) {
    return new FeatureClient(transport, entityType, name);
  }

  /**
   * All features.
   *
   * @return by entity type and name
   */
  public List<FeatureDefinition> features() {
    return transport.send(
        Call.get(Paths.FEATURES), json -> json.list("features", FeatureAnswers::feature));
  }

  /**
   * Deletes what deleted features and versions have left among some of all lists and values, or
   * only tells what there is. Tried again also where it may have been done: what it has deleted is
   * not counted a second time then.
   *
   * @param query where to go on, and how far
   * @return what was found, and where to go on
   */
  public SweepPage sweep(SweepQuery query) {
    byte[] body =
        JsonText.object(
            json -> {
              json.writeBooleanProperty("dry_run", query.dryRun());
              json.writeNumberProperty("limit", query.limit());
              query.after().ifPresent(after -> json.writeStringProperty("after", after));
            });
    return transport.send(
        Call.post(Paths.FEATURES + ":sweep", body, Call.Repeat.ALWAYS),
        json -> json.record(SweepPage.class));
  }

  /**
   * The lists of a list feature, in its first version.
   *
   * @param entityType what has the feature
   * @param feature what the feature is called
   * @return asks nothing of the server
   * @throws IllegalArgumentException where one is empty or longer than 128 bytes
   */
  public ListClient list(String entityType, String feature) {
    return new ListClient(transport, entityType, feature, FeatureVersion.FIRST);
  }

  /**
   * The values of scalar features, in their first version.
   *
   * @param entityType what has the features
   * @return asks nothing of the server
   * @throws IllegalArgumentException where it is empty or longer than 128 bytes
   */
  public ValuesClient values(String entityType) {
    return new ValuesClient(transport, entityType, FeatureVersion.FIRST);
  }

  /**
   * A feed, there or not.
   *
   * @param name a letter a-z or a digit, then up to 63 of a-z, 0-9, ".", "_" and "-"
   * @return asks nothing of the server
   * @throws IllegalArgumentException where it is empty or longer
   */
  public FeedClient feed(String name) {
    return new FeedClient(transport, name);
  }

  /**
   * All feeds, and what they have done on the node that answers.
   *
   * @return by name
   */
  public List<FeedStatus> feeds() {
    return transport.send(
        Call.get(Paths.FEEDS), json -> json.list("feeds", FeatureAnswers::feedStatus));
  }

  /**
   * Breaks off what is under way, which then fails with {@link MessinaException.Unknown}. Close
   * appenders and workers first. An executor that was given stays open.
   */
  @Override
  public void close() {
    transport.close();
  }
}
