package io.messina.client.features;

import io.messina.api.Wire;
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
import java.nio.charset.StandardCharsets;
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
   * What has it.
   *
   * @return the type of the entities
   */
  public String entityType() {
    return name.entityType();
  }

  /**
   * What it is called.
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
   * @return asks nothing of the server
   */
  public FeatureClient ifMatch(String tag) {
    return new FeatureClient(transport, name, Condition.tag(tag));
  }

  /**
   * The same feature, of which {@link #create} and {@link #createVersion} fail as {@link #ifMatch}
   * tells if the feature or the version is there.
   *
   * @return asks nothing of the server
   */
  public FeatureClient ifAbsent() {
    return new FeatureClient(transport, name, Condition.ABSENT);
  }

  /**
   * Creates it, or changes it to these options, of which only the time to live can be changed.
   * Tried again even if it may have been done: a time to live that others have changed meanwhile is
   * then changed back, and a feature that they have deleted is there again, with nothing in it.
   *
   * @param options its options
   * @return as it is now
   * @throws MessinaException.Refused if it is of another type
   */
  public FeatureDefinition create(FeatureOptions options) {
    return send(Call.put(path, JsonBodies.record(options)));
  }

  /**
   * Changes its options. No change of somebody else is lost: if its definition was changed
   * meanwhile, it is read and changed again, so {@code change} may be asked several times.
   *
   * @param change what becomes of the options that it has, as in {@code options ->
   *     options.ttl(Duration.ofDays(30))}
   * @return as it is now
   * @throws MessinaException.NotFound if it is not there
   * @throws MessinaException.Refused if anything but the time to live would change
   */
  public FeatureDefinition change(UnaryOperator<FeatureOptions> change) {
    return condition.change(
        this::get,
        FeatureDefinition::tag,
        (expected, standing) -> {
          String body = Wire.difference(change.apply(standing.options()), standing.options());
          return transport.send(
              expected.on(Call.patch(path, body.getBytes(StandardCharsets.UTF_8))),
              FeatureDefinition.class);
        });
  }

  /**
   * What it is like.
   *
   * @return its definition
   * @throws MessinaException.NotFound if it is not there
   */
  public FeatureDefinition get() {
    return transport.send(Call.get(path), FeatureDefinition.class);
  }

  /**
   * Deletes it with all that entities have of it. Tried again only if nothing was done, so that a
   * feature that was created anew meanwhile stays.
   *
   * @throws MessinaException.NotFound if it is not there
   * @throws MessinaException.Refused while a feed feeds it
   */
  public void delete() {
    transport.sendForNothing(condition.on(Call.delete(path)));
  }

  /**
   * Creates a version with contents of its own, unless it is there. Tried again even if it may have
   * been done: one that others have deleted meanwhile is then there again, with nothing in it.
   *
   * @param version up to 128 bytes of UTF-8, no control characters, not {@code latest}
   * @return the feature as it is now
   */
  public FeatureDefinition createVersion(String version) {
    return send(Call.put(path + only(version), new byte[0]));
  }

  /**
   * Deletes a version with its contents. Tried again only if nothing was done, so that a version
   * that was created anew meanwhile stays.
   *
   * @param version which; empty text for the first one
   * @throws MessinaException.NotFound if it is not there
   * @throws MessinaException.Refused for the latest and while a feed feeds it
   */
  public void deleteVersion(String version) {
    transport.sendForNothing(condition.on(Call.delete(path + only(version))));
  }

  /**
   * Makes a version what readers of the latest one see. Tried again only if nothing was done, so
   * that a version that others have completed meanwhile stays the latest.
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
