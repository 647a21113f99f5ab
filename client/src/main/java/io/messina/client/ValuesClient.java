package io.messina.client;

import io.messina.client.Call.Repeat;
import java.time.Instant;
import java.util.List;

/**
 * The values that entities of a type have of scalar features. An entity is 1 to 800 bytes of UTF-8,
 * any characters. Methods wait for the answer and throw a {@link MessinaException} where it is not
 * good, {@link MessinaException.NotFound} where there is no such feature or version; an interrupted
 * thread gets {@link MessinaException.Unknown} and stays interrupted. Safe for use by many threads.
 */
public final class ValuesClient {

  private final Transport transport;
  private final String entityType;
  private final FeatureVersion version;

  ValuesClient(Transport transport, String entityType, FeatureVersion version) {
    Names.checkBytes("entity type", entityType, Names.PART_BYTES_MAX);
    this.transport = transport;
    this.entityType = entityType;
    this.version = version;
  }

  /**
   * The values of another version of each feature.
   *
   * @param version which; empty text for the first one
   * @return asks nothing of the server
   */
  public ValuesClient in(String version) {
    return new ValuesClient(transport, entityType, FeatureVersion.exactly(version));
  }

  /**
   * The values of whichever version of each feature was last marked complete at the time of each
   * request.
   *
   * @return asks nothing of the server
   */
  public ValuesClient inLatest() {
    return new ValuesClient(transport, entityType, FeatureVersion.LATEST);
  }

  /**
   * Puts a value as of now by the clock of the server. Tried again only where nothing was done, so
   * that a value that was put meanwhile stays.
   *
   * @param feature which
   * @param entity whose
   * @param value of the feature's type
   */
  public void put(String feature, String entity, FeatureValue value) {
    byte[] body = JsonText.object(json -> FeatureAnswers.value(json, value));
    transport.sendForNothing(Call.put(path(feature, entity), body, Repeat.UNDONE));
  }

  /**
   * Puts a value, unless one with a newer event time is there; of several with one event time the
   * one that came last stands. So doing it twice takes the place of nothing but what others have
   * put with that very time meanwhile, and it is tried again also where it may have been done.
   *
   * @param feature which
   * @param entity whose
   * @param value of the feature's type
   * @param time the event time, from 1970-01-02 to a day ahead
   */
  public void put(String feature, String entity, FeatureValue value, Instant time) {
    byte[] body = JsonText.object(json -> FeatureAnswers.fields(json, new ListItem(value, time)));
    transport.sendForNothing(Call.put(path(feature, entity), body));
  }

  /**
   * Deletes a value as of now, also where there is none: one with an older event time that comes
   * later is not seen. Tried again only where nothing was done, so that a value that was put
   * meanwhile stays.
   *
   * @param feature which
   * @param entity whose
   */
  public void delete(String feature, String entity) {
    transport.sendForNothing(Call.delete(path(feature, entity)));
  }

  /**
   * Deletes a value, unless one with a newer event time is there: one with this time or an older
   * one that was there before, or of an older one that comes later, is not seen. Tried again also
   * where it may have been done, as {@link #put(String, String, FeatureValue, Instant)} is.
   *
   * @param feature which
   * @param entity whose
   * @param time the event time of the deletion, from 1970-01-02 to a day ahead
   */
  public void delete(String feature, String entity, Instant time) {
    String path = under(feature, entity) + version.query().with("time", time);
    transport.sendForNothing(Call.delete(path, Repeat.ALWAYS));
  }

  /**
   * Reads values. Each has an answer of its own, so that one that cannot be read hides no other.
   * What is beyond 16 MiB of values together is {@link ValueAnswer.Failed}.
   *
   * @param features which: 1 to 100
   * @param entities whose: 1 to 100
   * @return in the order of the entities
   */
  public List<EntityValues> get(List<String> features, List<String> entities) {
    features.forEach(feature -> Names.checkFeature(entityType, feature));
    entities.forEach(Names::checkEntity);
    byte[] body =
        JsonText.object(
            json -> {
              json.writeStringProperty("entity_type", entityType);
              JsonText.strings(json, "features", features);
              version.write(json);
              JsonText.strings(json, "entities", entities);
            });
    return transport.send(
        Call.post(Paths.VALUES + ":get", body, Repeat.ALWAYS), FeatureAnswers::entities);
  }

  private String path(String feature, String entity) {
    return under(feature, entity) + version.query();
  }

  private String under(String feature, String entity) {
    Names.checkFeature(entityType, feature);
    Names.checkEntity(entity);
    return Paths.under(Paths.VALUES, entityType, feature, entity);
  }
}
