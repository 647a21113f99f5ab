package io.messina.client;

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
 * is adding to lists and putting values of features; removing is not. Safe for use by many threads.
 */
public final class MessinaClient implements AutoCloseable {

  private final Transport transport;
  private final AsyncMessinaClient async;

  MessinaClient(Transport transport) {
    this.transport = transport;
    this.async = new AsyncMessinaClient(transport);
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
   * The same without waiting.
   *
   * @return what answers by futures
   */
  public AsyncMessinaClient async() {
    return async;
  }

  /**
   * A stream, there or not.
   *
   * @param name what it is called
   * @return asks nothing of the server
   */
  public StreamClient stream(StreamName name) {
    return new StreamClient(async.stream(name));
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
    return Blocking.await(async.streams());
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
    return new FeatureClient(async.feature(entityType, name));
  }

  /**
   * All features.
   *
   * @return by entity type and name
   */
  public List<FeatureDefinition> features() {
    return Blocking.await(async.features());
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
    return Blocking.await(async.sweep(query));
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
    return new ListClient(async.list(entityType, feature));
  }

  /**
   * The values of scalar features, in their first version.
   *
   * @param entityType what has the features
   * @return asks nothing of the server
   * @throws IllegalArgumentException where it is empty or longer than 128 bytes
   */
  public ValuesClient values(String entityType) {
    return new ValuesClient(async.values(entityType));
  }

  /**
   * A feed, there or not.
   *
   * @param name a letter a-z or a digit, then up to 63 of a-z, 0-9, ".", "_" and "-"
   * @return asks nothing of the server
   * @throws IllegalArgumentException where it is empty or longer
   */
  public FeedClient feed(String name) {
    return new FeedClient(async.feed(name));
  }

  /**
   * All feeds, and what they have done on the node that answers.
   *
   * @return by name
   */
  public List<FeedStatus> feeds() {
    return Blocking.await(async.feeds());
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
