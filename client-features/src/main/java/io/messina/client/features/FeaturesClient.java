package io.messina.client.features;

import io.messina.api.feature.FeatureDefinition;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.FeedOptions;
import io.messina.api.feature.FeedStatus;
import io.messina.api.feature.SweepPage;
import io.messina.api.feature.SweepQuery;
import io.messina.client.MessinaClient;
import io.messina.client.definition.DefinitionClient;
import io.messina.client.internal.Call;
import io.messina.client.internal.JsonBodies;
import io.messina.client.internal.Paths;
import io.messina.client.internal.Transport;
import java.util.List;

/**
 * The features of a server, and the feeds that fill them:
 *
 * <pre>{@code
 * FeaturesClient features = FeaturesClient.of(client);
 * ListClient pages = features.list("user", "recent_pages");
 * }</pre>
 *
 * <p>Methods wait for the answer and throw a {@link io.messina.client.error.MessinaException} if it
 * is not good. Safe for use by many threads.
 */
public final class FeaturesClient {

  private final Transport transport;

  private FeaturesClient(Transport transport) {
    this.transport = transport;
  }

  /**
   * Makes a client for features that sends its requests by an existing client.
   *
   * @param client sends the requests, and stays open
   * @return a client; no request is sent
   */
  public static FeaturesClient of(MessinaClient client) {
    return new FeaturesClient(client.transport());
  }

  /**
   * Returns a client for a feature, which need not exist yet.
   *
   * @param entityType the type of the entities that have it: 1 to 128 bytes of UTF-8, no control
   *     characters
   * @param name its name: 1 to 128 bytes of UTF-8, no control characters
   * @return a client; no request is sent
   * @throws IllegalArgumentException if one is empty or longer
   */
  public FeatureClient feature(String entityType, String name) {
    return new FeatureClient(transport, new FeatureName(entityType, name));
  }

  /**
   * All features.
   *
   * @return by entity type and name
   */
  public List<FeatureDefinition> features() {
    return transport.list(Paths.FEATURES, "features", FeatureDefinition.class);
  }

  /**
   * Deletes the remains of deleted features and versions in some of all lists and values, or only
   * counts them. Tried again even if it may have been done: remains that the first attempt has
   * deleted are then not counted again.
   *
   * @param query where to continue, and how far
   * @return the remains found, and where to continue
   */
  public SweepPage sweep(SweepQuery query) {
    return transport.send(
        Call.post(Paths.FEATURES + ":sweep", JsonBodies.record(query), Call.Repeat.ALWAYS),
        SweepPage.class);
  }

  /**
   * The lists of a list feature, in its first version.
   *
   * @param entityType the type of the entities that have the feature
   * @param feature the feature's name
   * @return a client; no request is sent
   * @throws IllegalArgumentException if one is empty or longer than 128 bytes
   */
  public ListClient list(String entityType, String feature) {
    return new ListClient(transport, new FeatureName(entityType, feature));
  }

  /**
   * The values of scalar features, in their first version.
   *
   * @param entityType the type of the entities that have the features
   * @return a client; no request is sent
   * @throws IllegalArgumentException if it is empty or longer than 128 bytes
   */
  public ValuesClient values(String entityType) {
    return new ValuesClient(transport, entityType);
  }

  /**
   * Returns a client for a feed, which need not exist yet. What a deleted feed has written stays.
   *
   * @param name a letter a-z or a digit, then up to 63 of a-z, 0-9, ".", "_" and "-"
   * @return a client; no request is sent
   * @throws IllegalArgumentException if it is no name
   */
  public DefinitionClient<FeedOptions, FeedDefinition, FeedStatus> feed(String name) {
    return new DefinitionClient<>(
        new DefinitionClient.Place<>(
            transport, Paths.FEEDS, new FeedName(name), FeedDefinition.class, FeedStatus.class));
  }

  /**
   * Lists all feeds, with their counts on all nodes.
   *
   * @return by name
   */
  public List<FeedStatus> feeds() {
    return transport.list(Paths.FEEDS, "feeds", FeedStatus.class);
  }
}
