package io.messina.client.features;

import io.messina.api.feature.FeatureDefinition;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.FeedStatus;
import io.messina.api.feature.SweepPage;
import io.messina.api.feature.SweepQuery;
import io.messina.client.MessinaClient;
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
   * Features by a client that is there.
   *
   * @param client sends the requests, and stays open
   * @return asks nothing of the server
   */
  public static FeaturesClient of(MessinaClient client) {
    return new FeaturesClient(client.transport());
  }

  /**
   * A feature, there or not.
   *
   * @param entityType what has it: 1 to 128 bytes of UTF-8, no control characters
   * @param name what it is called: likewise
   * @return asks nothing of the server
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
   * Deletes what deleted features and versions have left among some of all lists and values, or
   * only tells what there is. Tried again even if it may have been done: what it has deleted is not
   * counted a second time then.
   *
   * @param query where to go on, and how far
   * @return what was found, and where to go on
   */
  public SweepPage sweep(SweepQuery query) {
    return transport.send(
        Call.post(Paths.FEATURES + ":sweep", JsonBodies.record(query), Call.Repeat.ALWAYS),
        SweepPage.class);
  }

  /**
   * The lists of a list feature, in its first version.
   *
   * @param entityType what has the feature
   * @param feature what the feature is called
   * @return asks nothing of the server
   * @throws IllegalArgumentException if one is empty or longer than 128 bytes
   */
  public ListClient list(String entityType, String feature) {
    return new ListClient(transport, new FeatureName(entityType, feature));
  }

  /**
   * The values of scalar features, in their first version.
   *
   * @param entityType what has the features
   * @return asks nothing of the server
   * @throws IllegalArgumentException if it is empty or longer than 128 bytes
   */
  public ValuesClient values(String entityType) {
    return new ValuesClient(transport, entityType);
  }

  /**
   * A feed, there or not.
   *
   * @param name a letter a-z or a digit, then up to 63 of a-z, 0-9, ".", "_" and "-"
   * @return asks nothing of the server
   * @throws IllegalArgumentException if it is no name
   */
  public FeedClient feed(String name) {
    return new FeedClient(transport, new FeedName(name));
  }

  /**
   * All feeds, and what they have done on the node that answers.
   *
   * @return by name
   */
  public List<FeedStatus> feeds() {
    return transport.list(Paths.FEEDS, "feeds", FeedStatus.class);
  }
}
