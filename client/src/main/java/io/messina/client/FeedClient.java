package io.messina.client;

/**
 * A feed. Methods wait for the answer and throw a {@link MessinaException} where it is not good; an
 * interrupted thread gets {@link MessinaException.Unknown} and stays interrupted. Safe for use by
 * many threads.
 */
public final class FeedClient {

  private final AsyncFeedClient async;

  FeedClient(AsyncFeedClient async) {
    this.async = async;
  }

  /**
   * The same without waiting.
   *
   * @return what answers by futures
   */
  public AsyncFeedClient async() {
    return async;
  }

  /**
   * What it is called.
   *
   * @return the name
   */
  public String name() {
    return async.name();
  }

  /**
   * Feeds a feature from a stream, from its oldest event on; or changes where payloads hold what is
   * fed.
   *
   * @param options what it shall do
   * @return as it is now
   */
  public FeedDefinition create(FeedOptions options) {
    return Blocking.await(async.create(options));
  }

  /**
   * What it does, and what it has done on the node that answers.
   *
   * @return its definition and counts
   * @throws MessinaException.NotFound where it is not there
   */
  public FeedStatus get() {
    return Blocking.await(async.get());
  }

  /**
   * Ends it; what it has written stays. Tried again only where nothing was done, so that a feed
   * that was created anew meanwhile goes on.
   *
   * @throws MessinaException.NotFound where it is not there
   */
  public void delete() {
    var unused = Blocking.await(async.delete());
  }
}
