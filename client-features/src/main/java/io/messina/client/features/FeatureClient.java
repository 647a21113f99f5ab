package io.messina.client.features;

import io.messina.api.Wire;
import io.messina.api.feature.FeatureDefinition;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureVersion;
import io.messina.client.error.MessinaException;
import io.messina.client.internal.Call;
import io.messina.client.internal.Call.Repeat;
import io.messina.client.internal.JsonReader;
import io.messina.client.internal.JsonText;
import io.messina.client.internal.Paths;
import io.messina.client.internal.Query;
import io.messina.client.internal.Transport;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/**
 * A feature. Its contents are reached by {@link ListClient} and {@link ValuesClient}. Methods wait
 * for the answer and throw a {@link MessinaException} where it is not good; an interrupted thread
 * gets {@link MessinaException.Unknown} and stays interrupted. Safe for use by many threads.
 */
public final class FeatureClient {

  private final Transport transport;
  private final FeatureName name;
  private final String path;

  FeatureClient(Transport transport, FeatureName name) {
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
   * Creates it, or changes it to these options, of which only the time to live can be changed.
   * Tried again also where it may have been done: a time to live that others have changed meanwhile
   * is then changed back, and a feature that they have deleted is there again, with nothing in it.
   *
   * @param options what it shall be like
   * @return as it is now
   * @throws MessinaException.Refused where it is of another type
   */
  public FeatureDefinition create(FeatureOptions options) {
    return transport.send(Call.put(path, JsonText.record(options)), FeatureClient::read);
  }

  /**
   * Changes its options; what others change at the same time stays changed.
   *
   * @param change what becomes of the options that it has, as in {@code options ->
   *     options.ttl(Duration.ofDays(30))}
   * @return as it is now
   * @throws MessinaException.NotFound where it is not there
   * @throws MessinaException.Refused where anything but the time to live would change
   */
  public FeatureDefinition change(UnaryOperator<FeatureOptions> change) {
    FeatureOptions standing = get().options();
    String body = Wire.difference(change.apply(standing), standing);
    return transport.send(
        Call.patch(path, body.getBytes(StandardCharsets.UTF_8)), FeatureClient::read);
  }

  /**
   * What it is like.
   *
   * @return its definition
   * @throws MessinaException.NotFound where it is not there
   */
  public FeatureDefinition get() {
    return transport.send(Call.get(path), FeatureClient::read);
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
    return transport.send(Call.put(path + only(version), new byte[0]), FeatureClient::read);
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
    return transport.send(call, FeatureClient::read);
  }

  private static FeatureDefinition read(JsonReader json) {
    return json.record(FeatureDefinition.class);
  }

  /** Without it the whole feature would be meant. */
  private static Query only(String version) {
    return Versions.named(FeatureVersion.exactly(version));
  }
}
