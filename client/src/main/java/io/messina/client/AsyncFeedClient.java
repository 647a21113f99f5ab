package io.messina.client;

import java.util.concurrent.CompletableFuture;

/**
 * A feed, asked without waiting: futures fail with a {@link MessinaException}. Safe for use by many
 * threads.
 */
public final class AsyncFeedClient {

  private static final int NAME_BYTES_MAX = 64;

  private final Transport transport;
  private final String name;
  private final String path;

  AsyncFeedClient(Transport transport, String name) {
    Names.checkBytes("feed", name, NAME_BYTES_MAX);
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
    return name;
  }

  /**
   * Feeds a feature from a stream, from its oldest event on; or changes where payloads hold what is
   * fed.
   *
   * @param options what it shall do
   * @return as it is now
   */
  public CompletableFuture<FeedDefinition> create(FeedOptions options) {
    return transport.send(Call.put(path, options.toJson()), FeatureAnswers::feed);
  }

  /**
   * What it does, and what it has done on the node that answers.
   *
   * @return {@link MessinaException.NotFound} where it is not there
   */
  public CompletableFuture<FeedStatus> get() {
    return transport.send(Call.get(path), FeatureAnswers::feedStatus);
  }

  /**
   * Ends it; what it has written stays. Tried again only where nothing was done, so that a feed
   * that was created anew meanwhile goes on.
   *
   * @return {@link MessinaException.NotFound} where it is not there
   */
  public CompletableFuture<Void> delete() {
    return transport.sendForNothing(Call.delete(path));
  }
}
