package io.messina.client.features;

import io.messina.api.feature.EntityId;
import io.messina.api.feature.EntityValues;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.NewValue;
import io.messina.api.feature.ValueAnswer;
import io.messina.api.feature.ValuesQuery;
import io.messina.client.error.MessinaException;
import io.messina.client.internal.Call;
import io.messina.client.internal.Call.Repeat;
import io.messina.client.internal.JsonBodies;
import io.messina.client.internal.Paths;
import io.messina.client.internal.Transport;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The values that entities of a type have of scalar features. An entity is 1 to 800 bytes of UTF-8,
 * any characters. Methods wait for the answer and throw a {@link MessinaException} if it is not
 * good, {@link MessinaException.NotFound} if the feature or the version does not exist; an
 * interrupted thread gets {@link MessinaException.Unknown} and stays interrupted. Safe for use by
 * many threads.
 */
public final class ValuesClient {

  private final Transport transport;
  private final String entityType;
  private final FeatureVersion version;

  ValuesClient(Transport transport, String entityType) {
    this(transport, entityType, FeatureVersion.FIRST);
  }

  private ValuesClient(Transport transport, String entityType, FeatureVersion version) {
    FeatureName.checkEntityType(entityType);
    this.transport = transport;
    this.entityType = entityType;
    this.version = version;
  }

  /**
   * The values of another version of each feature.
   *
   * @param version which; empty text for the first one
   * @return a client; no request is sent
   */
  public ValuesClient in(String version) {
    return new ValuesClient(transport, entityType, FeatureVersion.exactly(version));
  }

  /**
   * Returns a client for the values of the latest version of each feature, as it is at the time of
   * each request.
   *
   * @return a client; no request is sent
   */
  public ValuesClient inLatest() {
    return new ValuesClient(transport, entityType, FeatureVersion.LATEST);
  }

  /**
   * Puts a value as of now by the clock of the server. Tried again only if nothing was done, so
   * that a value that was put in between stays.
   *
   * @param feature which
   * @param entity whose
   * @param value of the feature's type
   */
  public void put(String feature, String entity, FeatureValue value) {
    byte[] body = JsonBodies.record(new NewValue(value, Optional.empty()));
    transport.sendForNothing(Call.put(path(feature, entity), body, Repeat.UNDONE));
  }

  /**
   * Puts a value, unless one with a newer event time exists; of several with the same event time
   * the last one received is kept. So a repeat can only replace a value that other clients have put
   * with exactly this time in between, and the request is tried again even if it may have been
   * done.
   *
   * @param feature which
   * @param entity whose
   * @param value of the feature's type
   * @param time the event time, from 1970-01-02 to a day ahead
   */
  public void put(String feature, String entity, FeatureValue value, Instant time) {
    byte[] body = JsonBodies.record(new NewValue(value, Optional.of(time)));
    transport.sendForNothing(Call.put(path(feature, entity), body));
  }

  /**
   * Deletes a value as of now, even if there is none: one with an older event time that comes later
   * is not seen. Tried again only if nothing was done, so that a value that was put in between
   * stays.
   *
   * @param feature which
   * @param entity whose
   */
  public void delete(String feature, String entity) {
    transport.sendForNothing(Call.delete(path(feature, entity)));
  }

  /**
   * Deletes a value, unless one with a newer event time exists: older values and values with this
   * time are hidden, including older values that arrive later. Tried again also if it may have been
   * done, as {@link #put(String, String, FeatureValue, Instant)} is.
   *
   * @param feature which
   * @param entity whose
   * @param time the event time of the deletion, from 1970-01-02 to a day ahead
   */
  public void delete(String feature, String entity, Instant time) {
    String path = under(feature, entity) + Versions.query(version).with("time", time);
    transport.sendForNothing(Call.delete(path, Repeat.ALWAYS));
  }

  /**
   * Reads values. Each has a separate answer, so that one that cannot be read hides no other.
   * Values beyond 16 MiB in total are {@link ValueAnswer.Failed}.
   *
   * @param features which: 1 to 100
   * @param entities whose: 1 to 100
   * @return in the order of the entities
   */
  public List<EntityValues> get(List<String> features, List<String> entities) {
    ValuesQuery query =
        new ValuesQuery(
            entityType, features, version, entities.stream().map(EntityId::new).toList());
    return transport.send(
        Call.post(Paths.VALUES + ":get", JsonBodies.record(query), Repeat.ALWAYS),
        json -> json.field("entities", () -> json.records(EntityValues.class)));
  }

  private String path(String feature, String entity) {
    return under(feature, entity) + Versions.query(version);
  }

  private String under(String feature, String entity) {
    FeatureName name = new FeatureName(entityType, feature);
    return Paths.under(Paths.VALUES, name.entityType(), name.name(), new EntityId(entity));
  }
}
