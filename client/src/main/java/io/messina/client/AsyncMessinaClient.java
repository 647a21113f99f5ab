package io.messina.client;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A {@link MessinaClient} that does not wait: its futures fail with a {@link MessinaException}, and
 * cancelling one breaks its request off. What is chained to them runs on the client's executor and
 * must not block. Safe for use by many threads.
 */
public final class AsyncMessinaClient {

  private final Transport transport;

  AsyncMessinaClient(Transport transport) {
    this.transport = transport;
  }

  /**
   * A stream, there or not.
   *
   * @param name what it is called
   * @return asks nothing of the server
   */
  public AsyncStreamClient stream(StreamName name) {
    return new AsyncStreamClient(transport, name);
  }

  /**
   * A stream, there or not.
   *
   * @param name what it is called
   * @return asks nothing of the server
   * @throws IllegalArgumentException where it is no name
   */
  public AsyncStreamClient stream(String name) {
    return stream(new StreamName(name));
  }

  /**
   * All streams.
   *
   * @return by name
   */
  public CompletableFuture<List<StreamDefinition>> streams() {
    return transport.send(
        Call.get(Paths.STREAMS), json -> Definitions.list(json, "streams", Definitions::stream));
  }

  /**
   * A feature, there or not.
   *
   * @param entityType what has it: 1 to 128 bytes of UTF-8, no control characters
   * @param name what it is called: likewise
   * @return asks nothing of the server
   * @throws IllegalArgumentException where one is empty or longer
   */
  public AsyncFeatureClient feature(String entityType, String name) {
    return new AsyncFeatureClient(transport, entityType, name);
  }

  /**
   * All features.
   *
   * @return by entity type and name
   */
  public CompletableFuture<List<FeatureDefinition>> features() {
    return transport.send(
        Call.get(Paths.FEATURES),
        json -> Definitions.list(json, "features", FeatureAnswers::feature));
  }

  /**
   * Deletes what deleted features and versions have left among some of all lists and values, or
   * only tells what there is. Tried again also where it may have been done: what it has deleted is
   * not counted a second time then.
   *
   * @param query where to go on, and how far
   * @return what was found, and where to go on
   */
  public CompletableFuture<SweepPage> sweep(SweepQuery query) {
    byte[] body =
        JsonText.object(
            json -> {
              json.writeBooleanProperty("dry_run", query.dryRun());
              json.writeNumberProperty("limit", query.limit());
              query.after().ifPresent(after -> json.writeStringProperty("after", after));
            });
    return transport.send(
        Call.post(Paths.FEATURES + ":sweep", body, Call.Repeat.ALWAYS), FeatureAnswers::swept);
  }

  /**
   * The lists of a list feature, in its first version.
   *
   * @param entityType what has the feature
   * @param feature what the feature is called
   * @return asks nothing of the server
   * @throws IllegalArgumentException where one is empty or longer than 128 bytes
   */
  public AsyncListClient list(String entityType, String feature) {
    return new AsyncListClient(transport, entityType, feature, FeatureVersion.FIRST);
  }

  /**
   * The values of scalar features, in their first version.
   *
   * @param entityType what has the features
   * @return asks nothing of the server
   * @throws IllegalArgumentException where it is empty or longer than 128 bytes
   */
  public AsyncValuesClient values(String entityType) {
    return new AsyncValuesClient(transport, entityType, FeatureVersion.FIRST);
  }

  /**
   * A feed, there or not.
   *
   * @param name a letter a-z or a digit, then up to 63 of a-z, 0-9, ".", "_" and "-"
   * @return asks nothing of the server
   * @throws IllegalArgumentException where it is empty or longer
   */
  public AsyncFeedClient feed(String name) {
    return new AsyncFeedClient(transport, name);
  }

  /**
   * All feeds, and what they have done on the node that answers.
   *
   * @return by name
   */
  public CompletableFuture<List<FeedStatus>> feeds() {
    return transport.send(
        Call.get(Paths.FEEDS), json -> Definitions.list(json, "feeds", FeatureAnswers::feedStatus));
  }
}
