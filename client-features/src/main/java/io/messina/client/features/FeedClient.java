package io.messina.client.features;

import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.FeedOptions;
import io.messina.api.feature.FeedStatus;
import io.messina.client.error.MessinaException;
import io.messina.client.internal.Call;
import io.messina.client.internal.Condition;
import io.messina.client.internal.JsonBodies;
import io.messina.client.internal.Paths;
import io.messina.client.internal.Transport;

/**
 * A feed. Methods wait for the answer and throw a {@link MessinaException} if it is not good; an
 * interrupted thread gets {@link MessinaException.Unknown} and stays interrupted. Safe for use by
 * many threads.
 */
public final class FeedClient {

  private final Transport transport;
  private final FeedName name;
  private final String path;
  private final Condition condition;

  FeedClient(Transport transport, FeedName name) {
    this(transport, name, Condition.NONE);
  }

  private FeedClient(Transport transport, FeedName name, Condition condition) {
    this.condition = condition;
    this.transport = transport;
    this.name = name;
    this.path = Paths.under(Paths.FEEDS, name);
  }

  /**
   * Returns its name.
   *
   * @return the name
   */
  public String name() {
    return name.value();
  }

  /**
   * The same feed, which {@link #create} and {@link #delete} leave alone if its definition has
   * another tag by now: they fail with {@link MessinaException.Refused} and the code {@code
   * precondition_failed}. They are tried again only if they were not begun.
   *
   * @param tag of the definition that was read, as {@link FeedDefinition#tag} has it
   * @return a client; no request is sent
   */
  public FeedClient ifMatch(String tag) {
    return new FeedClient(transport, name, Condition.tag(tag));
  }

  /**
   * Returns a client whose {@link #create} leaves an existing feed alone: it then fails as {@link
   * #ifMatch} describes.
   *
   * @return a client; no request is sent
   */
  public FeedClient ifAbsent() {
    return new FeedClient(transport, name, Condition.ABSENT);
  }

  /**
   * Feeds a feature from a stream, from its oldest event on; or changes the places of the values in
   * the payloads.
   *
   * @param options its definition
   * @return as it is now
   */
  public FeedDefinition create(FeedOptions options) {
    return transport.send(
        condition.on(Call.put(path, JsonBodies.record(options))), FeedDefinition.class);
  }

  /**
   * Reads its definition, and its counts on the node that answers.
   *
   * @return its definition and counts
   * @throws MessinaException.NotFound if the feature does not exist
   */
  public FeedStatus get() {
    return transport.send(Call.get(path), FeedStatus.class);
  }

  /**
   * Deletes it; the values that it has written stay. Tried again only if nothing was done, so that
   * a new feed of the same name, created between two attempts, is not deleted.
   *
   * @throws MessinaException.NotFound if the feature does not exist
   */
  public void delete() {
    transport.sendForNothing(condition.on(Call.delete(path)));
  }
}
