package io.messina.client;

/**
 * A feed. Methods wait for the answer and throw a {@link MessinaException} where it is not good; an
 * interrupted thread gets {@link MessinaException.Unknown} and stays interrupted. Safe for use by
 * many threads.
 */
public final class FeedClient {

  private static final int NAME_BYTES_MAX = 64;
  private final Transport transport;
  private final String name;
  private final String path;

  FeedClient(Transport transport, String name) {
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
  public FeedDefinition create(FeedOptions options) {
    return transport.send(Call.put(path, options.toJson()), FeatureAnswers::feed);
  }

  /**
   * What it does, and what it has done on the node that answers.
   *
   * @return its definition and counts
   * @throws MessinaException.NotFound where it is not there
   */
  public FeedStatus get() {
    return transport.send(Call.get(path), FeatureAnswers::feedStatus);
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
