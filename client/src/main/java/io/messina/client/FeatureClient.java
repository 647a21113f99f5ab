package io.messina.client;

/**
 * A feature. Its contents are reached by {@link ListClient} and {@link ValuesClient}. Methods wait
 * for the answer and throw a {@link MessinaException} where it is not good; an interrupted thread
 * gets {@link MessinaException.Unknown} and stays interrupted. Safe for use by many threads.
 */
public final class FeatureClient {

  private final AsyncFeatureClient async;

  FeatureClient(AsyncFeatureClient async) {
    this.async = async;
  }

  /**
   * The same without waiting.
   *
   * @return what answers by futures
   */
  public AsyncFeatureClient async() {
    return async;
  }

  /**
   * What has it.
   *
   * @return the type of the entities
   */
  public String entityType() {
    return async.entityType();
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
   * Creates it, or changes its time to live. Tried again also where it may have been done: a time
   * to live that others have changed meanwhile is then changed back, and a feature that they have
   * deleted is there again, with nothing in it.
   *
   * @param options what it shall be like
   * @return as it is now
   * @throws MessinaException.Refused where it is of another type
   */
  public FeatureDefinition create(FeatureOptions options) {
    return Blocking.await(async.create(options));
  }

  /**
   * What it is like.
   *
   * @return its definition
   * @throws MessinaException.NotFound where it is not there
   */
  public FeatureDefinition get() {
    return Blocking.await(async.get());
  }

  /**
   * Deletes it with all that entities have of it. Tried again only where nothing was done, so that
   * a feature that was created anew meanwhile stays.
   *
   * @throws MessinaException.NotFound where it is not there
   * @throws MessinaException.Refused while a feed feeds it
   */
  public void delete() {
    var unused = Blocking.await(async.delete());
  }

  /**
   * Creates a version with contents of its own, unless it is there. Tried again also where it may
   * have been done: one that others have deleted meanwhile is then there again, with nothing in it.
   *
   * @param version up to 128 bytes of UTF-8, no control characters, not {@code latest}
   * @return the feature as it is now
   */
  public FeatureDefinition createVersion(String version) {
    return Blocking.await(async.createVersion(version));
  }

  /**
   * Deletes a version with its contents. Tried again only where nothing was done, so that a version
   * that was created anew meanwhile stays.
   *
   * @param version which; empty text for the first one
   * @throws MessinaException.NotFound where it is not there
   * @throws MessinaException.Refused for the latest and while a feed feeds it
   */
  public void deleteVersion(String version) {
    var unused = Blocking.await(async.deleteVersion(version));
  }

  /**
   * Makes a version what readers of the latest one see. Tried again only where nothing was done, so
   * that a version that others have completed meanwhile stays the latest.
   *
   * @param version which; empty text for the first one
   * @return the feature as it is now
   */
  public FeatureDefinition complete(String version) {
    return Blocking.await(async.complete(version));
  }
}
