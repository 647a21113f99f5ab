package io.messina.client.features;

import io.messina.api.feature.FeedDefinition;
import io.messina.api.feature.FeedName;
import io.messina.api.feature.FeedOptions;
import io.messina.api.feature.FeedStatus;
import io.messina.client.error.MessinaException;
import io.messina.client.internal.Call;
import io.messina.client.internal.JsonText;
import io.messina.client.internal.Paths;
import io.messina.client.internal.Transport;

/**
 * A feed. Methods wait for the answer and throw a {@link MessinaException} where it is not good; an
 * interrupted thread gets {@link MessinaException.Unknown} and stays interrupted. Safe for use by
 * many threads.
 */
public final class FeedClient {

  private final Transport transport;
  private final FeedName name;
  private final String path;

  FeedClient(Transport transport, FeedName name) {
    this.transport = transport;
    this.name = name;
    this.path = Paths.under(Paths.FEEDS, name);
  }

  /**
   * What it is called.
   *
   * @return the name
   */
  public String name() {
    return name.value();
  }

  /**
   * Feeds a feature from a stream, from its oldest event on; or changes where payloads hold what is
   * fed.
   *
   * @param options what it shall do
   * @return as it is now
   */
  public FeedDefinition create(FeedOptions options) {
    return transport.send(
        Call.put(path, JsonText.record(options)), json -> json.record(FeedDefinition.class));
  }

  /**
   * What it does, and what it has done on the node that answers.
   *
   * @return its definition and counts
   * @throws MessinaException.NotFound where it is not there
   */
  public FeedStatus get() {
    return transport.send(Call.get(path), json -> json.record(FeedStatus.class));
  }

  /**
   * Ends it; what it has written stays. Tried again only where nothing was done, so that a feed
   * that was created anew meanwhile goes on.
   *
   * @throws MessinaException.NotFound where it is not there
   */
  public void delete() {
    transport.sendForNothing(Call.delete(path));
  }
}
