package io.messina.client.features;

import io.messina.api.feature.FeatureDefinition;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureVersion;
import io.messina.client.error.MessinaException;
import io.messina.client.internal.Call;
import io.messina.client.internal.Call.Repeat;
import io.messina.client.internal.Condition;
import io.messina.client.internal.JsonBodies;
import io.messina.client.internal.Paths;
import io.messina.client.internal.Query;
import io.messina.client.internal.Transport;
import java.util.function.UnaryOperator;

/**
 * A feature. Its contents are reached by {@link ListClient} and {@link ValuesClient}. Methods wait
 * for the answer and throw a {@link MessinaException} if it is not good; an interrupted thread gets
 * {@link MessinaException.Unknown} and stays interrupted. Safe for use by many threads.
 */
public final class FeatureClient {

  private final Transport transport;
  private final FeatureName name;
  private final String path;
  private final Condition condition;

  FeatureClient(Transport transport, FeatureName name) {
    this(transport, name, Condition.NONE);
  }

  private FeatureClient(Transport transport, FeatureName name, Condition condition) {
    this.condition = condition;
    this.transport = transport;
    this.name = name;
    this.path = Paths.under(Paths.FEATURES, name.entityType(), name.name());
  }

  /**
   * Returns the type of the entities that have it.
   *
   * @return the type of the entities
   */
  public String entityType() {
    return name.entityType();
  }

  /**
   * Returns its name.
   *
   * @return the name
   */
  public String name() {
    return name.name();
  }

  /**
   * The same feature, whose changes fail with {@link MessinaException.Refused} and the code {@code
   * precondition_failed} if its definition has another tag by now. They are tried again only if
   * they were not begun.
   *
   * @param tag of the definition that was read, as {@link FeatureDefinition#tag} has it
   * @return a client; no request is sent
   */
  public FeatureClient ifMatch(String tag) {
    return new FeatureClient(transport, name, Condition.tag(tag));
  }

  /**
   * Returns a client whose {@link #create} and {@link #createVersion} fail, as {@link #ifMatch}
   * describes, if the feature or the version exists.
   *
   * @return a client; no request is sent
   */
  public FeatureClient ifAbsent() {
    return new FeatureClient(transport, name, Condition.ABSENT);
  }

  /**
   * Creates it, or changes it to these options, of which only the time to live can be changed.
   * Tried again even if it may have been done: a time to live that other clients have changed in
   * between is then changed back, and a feature that they have deleted exists again, empty.
   *
   * @param options its options
   * @return as it is now
   * @throws MessinaException.Refused if it is of another type
   */
  public FeatureDefinition create(FeatureOptions options) {
    return send(Call.put(path, JsonBodies.record(options)));
  }

  /**
   * Changes its options. No change by another client is lost: if the definition was changed in
   * between, it is read and changed again, so {@code change} may be called several times.
   *
   * @param change maps the present options to the new ones, as in {@code options ->
   *     options.ttl(Duration.ofDays(30))}
   * @return as it is now
   * @throws MessinaException.NotFound if the feature does not exist
   * @throws MessinaException.Refused if anything but the time to live would change
   */
  public FeatureDefinition change(UnaryOperator<FeatureOptions> change) {
    return condition.change(
        transport, path, FeatureDefinition.class, this::get, FeatureDefinition::options, change);
  }

  /**
   * Reads its definition.
   *
   * @return its definition
   * @throws MessinaException.NotFound if the feature does not exist
   */
  public FeatureDefinition get() {
    return transport.send(Call.get(path), FeatureDefinition.class);
  }

  /**
   * Deletes it with all that entities have of it. Tried again only if nothing was done, so that a
   * new feature of the same name, created between two attempts, is not deleted.
   *
   * @throws MessinaException.NotFound if the feature does not exist
   * @throws MessinaException.Refused while a feed feeds it
   */
  public void delete() {
    transport.sendForNothing(condition.on(Call.delete(path)));
  }

  /**
   * Creates an empty version, unless it exists. Tried again even if it may have been done: a
   * version that other clients have deleted in between then exists again, empty.
   *
   * @param version up to 128 bytes of UTF-8, no control characters, not {@code latest}
   * @return the feature as it is now
   */
  public FeatureDefinition createVersion(String version) {
    return send(Call.put(path + only(version), new byte[0]));
  }

  /**
   * Deletes a version with its contents. Tried again only if nothing was done, so that a new
   * version of the same name, created between two attempts, is not deleted.
   *
   * @param version which; empty text for the first one
   * @throws MessinaException.NotFound if the feature does not exist
   * @throws MessinaException.Refused for the latest and while a feed feeds it
   */
  public void deleteVersion(String version) {
    transport.sendForNothing(condition.on(Call.delete(path + only(version))));
  }

  /**
   * Makes a version the latest one for readers. Tried again only if nothing was done, so that a
   * version that other clients have completed in between stays the latest.
   *
   * @param version which; empty text for the first one
   * @return the feature as it is now
   */
  public FeatureDefinition complete(String version) {
    return send(Call.post(path + "/complete" + only(version), new byte[0], Repeat.UNDONE));
  }

  private FeatureDefinition send(Call call) {
    return transport.send(condition.on(call), FeatureDefinition.class);
  }

  /** Without it the whole feature would be meant. */
  private static Query only(String version) {
    return Versions.named(FeatureVersion.exactly(version));
  }
}
