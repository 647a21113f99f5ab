package io.messina.client;

import io.messina.client.Call.Repeat;

/**
 * A feature. Its contents are reached by {@link ListClient} and {@link ValuesClient}. Methods wait
 * for the answer and throw a {@link MessinaException} where it is not good; an interrupted thread
 * gets {@link MessinaException.Unknown} and stays interrupted. Safe for use by many threads.
 */
public final class FeatureClient {

  private final Transport transport;
  private final String entityType;
  private final String name;
  private final String path;

  FeatureClient(Transport transport, String entityType, String name) {
    Names.checkFeature(entityType, name);
    this.transport = transport;
    this.entityType = entityType;
    this.name = name;
    this.path = Paths.under(Paths.FEATURES, entityType, name);
  }

  /**
   * What has it.
   *
   * @return the type of the entities
   */
  public String entityType() {
    return entityType;
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
   * Creates it, or changes its time to live. Tried again also where it may have been done: a time
   * to live that others have changed meanwhile is then changed back, and a feature that they have
   * deleted is there again, with nothing in it.
   *
   * @param options what it shall be like
   * @return as it is now
   * @throws MessinaException.Refused where it is of another type
   */
  public FeatureDefinition create(FeatureOptions options) {
    return transport.send(Call.put(path, options.toJson()), FeatureAnswers::feature);
  }

  /**
   * What it is like.
   *
   * @return its definition
   * @throws MessinaException.NotFound where it is not there
   */
  public FeatureDefinition get() {
    return transport.send(Call.get(path), FeatureAnswers::feature);
  }

  /**
   * Deletes it with all that entities have of it. Tried again only where nothing was done, so that
   * a feature that was created anew meanwhile stays.
   *
   * @throws MessinaException.NotFound where it is not there
   * @throws MessinaException.Refused while a feed feeds it
   */
  public void delete() {
    transport.sendForNothing(Call.delete(path));
  }

  /**
   * Creates a version with contents of its own, unless it is there. Tried again also where it may
   * have been done: one that others have deleted meanwhile is then there again, with nothing in it.
   *
   * @param version up to 128 bytes of UTF-8, no control characters, not {@code latest}
   * @return the feature as it is now
   */
  public FeatureDefinition createVersion(String version) {
    return transport.send(Call.put(path + only(version), new byte[0]), FeatureAnswers::feature);
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
    transport.sendForNothing(Call.delete(path + only(version)));
  }

  /**
   * Makes a version what readers of the latest one see. Tried again only where nothing was done, so
   * that a version that others have completed meanwhile stays the latest.
   *
   * @param version which; empty text for the first one
   * @return the feature as it is now
   */
  public FeatureDefinition complete(String version) {
    Call call = Call.post(path + "/complete" + only(version), new byte[0], Repeat.UNDONE);
    return transport.send(call, FeatureAnswers::feature);
  }

  /** Without it the whole feature would be meant. */
  private static Query only(String version) {
    return FeatureVersion.exactly(version).named();
  }
}
