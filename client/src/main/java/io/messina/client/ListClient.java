package io.messina.client;

import io.messina.client.Call.Repeat;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The lists that entities have of a feature. An entity is 1 to 800 bytes of UTF-8, any characters.
 * Methods wait for the answer and throw a {@link MessinaException} where it is not good, {@link
 * MessinaException.NotFound} where there is no such feature or version; an interrupted thread gets
 * {@link MessinaException.Unknown} and stays interrupted. Safe for use by many threads.
 */
public final class ListClient {

  private static final String LINES = "application/x-ndjson";
  private static final int ENTITIES_MAX = 10_000;
  private final Transport transport;
  private final String entityType;
  private final String feature;
  private final FeatureVersion version;

  ListClient(Transport transport, String entityType, String feature, FeatureVersion version) {
    Names.checkFeature(entityType, feature);
    this.transport = transport;
    this.entityType = entityType;
    this.feature = feature;
    this.version = version;
  }

  /**
   * The lists of another version.
   *
   * @param version which; empty text for the first one
   * @return asks nothing of the server
   */
  public ListClient in(String version) {
    return new ListClient(transport, entityType, feature, FeatureVersion.exactly(version));
  }

  /**
   * The lists of whichever version was last marked complete at the time of each request.
   *
   * @return asks nothing of the server
   */
  public ListClient inLatest() {
    return new ListClient(transport, entityType, feature, FeatureVersion.LATEST);
  }

  /**
   * The lists of the version that is meant now, whatever is completed later: for imports and pages
   * of many requests that belong together. Asks the server only if the latest is meant.
   *
   * @return the same lists, of a version with a name
   * @throws MessinaException.NotFound where there is no such feature
   */
  public ListClient pinned() {
    return version.equals(FeatureVersion.LATEST)
        ? transport.send(
            Call.get(Paths.under(Paths.FEATURES, entityType, feature)),
            json -> in(FeatureAnswers.feature(json).latest()))
        : this;
  }

  /**
   * Adds items, all or none; those that are there stay as they are. Tried again also where it may
   * have been done: an item that others have removed meanwhile is then there again.
   *
   * @param entity whose list
   * @param items 1 to 500, of 2 MiB of values together
   * @return what became of them, once they are durable
   */
  public AddedItems add(String entity, List<ListItem> items) {
    Names.check(!items.isEmpty(), "items", 0, "at least one");
    byte[] body =
        JsonText.object(json -> JsonText.objects(json, "items", items, FeatureAnswers::fields));
    return transport.send(
        Call.post(path(entity) + version.query(), body, Repeat.ALWAYS),
        json -> json.record(AddedItems.class));
  }

  /**
   * Reads items.
   *
   * @param entity whose list
   * @param query which items
   * @return newest first; none where there are none
   */
  public ItemPage get(String entity, ListQuery query) {
    Query asked =
        times(query.minTime(), query.maxTime())
            .with("limit", query.limit())
            .with("after", query.after());
    return transport.send(Call.get(path(entity) + asked), FeatureAnswers::page);
  }

  /**
   * Reads the lists of several entities. Each has an answer of its own, so that one that cannot be
   * read hides no other.
   *
   * @param entities whose lists: 1 to 100
   * @param query which items of each; {@code after} must be empty, and all answers together no
   *     larger than {@link MessinaClientBuilder#answerBytesMax}
   * @return in the order of the entities; of n lists each has up to 16 MiB / n of items, and at
   *     most 8 MiB, and {@link ItemPage#next} where it has more
   */
  public List<ListAnswer> getEach(List<String> entities, ListQuery query) {
    return getEach(entities, query, Map.of());
  }

  /**
   * Likewise, going on in each list where it was left.
   *
   * @param entities whose lists: 1 to 100
   * @param query as for {@link #getEach(List, ListQuery)}, and with the same times as before
   * @param after by entity the place behind which to go on, as {@link ItemPage#next} gave it; the
   *     lists of other entities begin with the newest item
   * @return as {@link #getEach(List, ListQuery)} does
   */
  public List<ListAnswer> getEach(
      List<String> entities, ListQuery query, Map<String, String> after) {
    Names.check(query.after().isEmpty(), "after", query.after(), "none, as lists are several");
    entities.forEach(Names::checkEntity);
    byte[] body =
        JsonText.object(
            json -> {
              json.writeStringProperty("entity_type", entityType);
              json.writeStringProperty("feature", feature);
              version.write(json);
              JsonText.strings(json, "entities", entities);
              JsonText.textsIfAny(json, "after", after);
              query.minTime().ifPresent(time -> json.writeStringProperty("min_time", text(time)));
              query.maxTime().ifPresent(time -> json.writeStringProperty("max_time", text(time)));
              json.writeNumberProperty("limit", query.limit());
            });
    return transport.send(
        Call.post(Paths.LISTS + ":get", body, Repeat.ALWAYS), FeatureAnswers::lists);
  }

  private static String text(Instant time) {
    return time.toString();
  }

  /**
   * Whether a list has a value.
   *
   * @param entity whose list
   * @param value of the feature's type
   * @return whether there is an item with it
   */
  public boolean contains(String entity, FeatureValue value) {
    Call call = withValue(entity, "/contains", value, Repeat.ALWAYS);
    return transport.send(call, json -> Values.of(json).flag("contains"));
  }

  /**
   * Counts items.
   *
   * @param entity whose list
   * @return how many there are; in a unique list how many different values
   */
  public long count(String entity) {
    return count(entity, version.query());
  }

  /**
   * Counts the items of a while.
   *
   * @param entity whose list
   * @param from the first time
   * @param to the first time that is too late
   * @return how many there are; in a unique list how many different values
   */
  public long count(String entity, Instant from, Instant to) {
    return count(entity, times(Optional.of(from), Optional.of(to)));
  }

  private long count(String entity, Query query) {
    return number(Call.get(path(entity) + "/count" + query), "count");
  }

  /**
   * Removes the items with a value. Tried again only where nothing was done, so that an item that
   * was added meanwhile stays.
   *
   * @param entity whose list
   * @param value of the feature's type
   * @return how many there were
   */
  public long remove(String entity, FeatureValue value) {
    return number(withValue(entity, "/remove", value, Repeat.UNDONE), "removed");
  }

  /**
   * Removes all items. Tried again only where nothing was done, so that items that were added
   * meanwhile stay.
   *
   * @param entity whose list
   */
  public void removeAll(String entity) {
    transport.sendForNothing(Call.delete(path(entity) + version.query()));
  }

  /**
   * Removes all but the newest items; in a unique list the values count, and their older items go
   * too. Tried again only where nothing was done, so that items that were added meanwhile stay.
   *
   * @param entity whose list
   * @param newest how many stay, from 1 to 100,000
   * @return how many were removed
   */
  public long keepNewest(String entity, int newest) {
    return number(Call.delete(path(entity) + version.query().with("keep", newest)), "removed");
  }

  /**
   * Adds items of many entities. The server looks through all lines first, so that nothing is added
   * of what is refused; what is broken off later may be added in part, as {@link Problem#imported}
   * tells. Sending all again changes nothing about what is there, and is done where it may have
   * been done.
   *
   * @param lines at least one, as many as the server takes in one request; all go to one version.
   *     Where it is the latest that is meant and more requests are made, see {@link #pinned}
   * @return what became of them, once they are durable
   */
  public AddedItems importLines(List<ItemLine> lines) {
    Names.check(!lines.isEmpty(), "lines", 0, "at least one");
    String path = Paths.under(Paths.LISTS, entityType, feature) + version.query();
    byte[] body = JsonText.lines(lines.stream().map(ItemLine::toJson).toList());
    return transport.send(
        Call.with("POST", path, LINES, body, Repeat.ALWAYS), json -> json.record(AddedItems.class));
  }

  /**
   * Reads which entities have a list, or had one a while ago. One that has items throughout comes
   * exactly once. Going to the end passes over the lists of all features in the store.
   *
   * @param limit how many at most, from 1 to 10,000
   * @param after the place behind which to go on, as {@link EntityPage#next} gave it; name the
   *     version then, as the latest may be another one by now
   * @return in no order that means anything
   */
  public EntityPage entities(int limit, Optional<String> after) {
    Names.checkBetween("limit", limit, 1, ENTITIES_MAX);
    Query asked = version.query().with("limit", limit).with("after", after);
    return transport.send(
        Call.get(Paths.under(Paths.LISTS, entityType, feature) + asked),
        json -> json.record(EntityPage.class));
  }

  private Call withValue(String entity, String what, FeatureValue value, Repeat repeat) {
    byte[] body = JsonText.object(json -> FeatureAnswers.value(json, value));
    return Call.post(path(entity) + what + version.query(), body, repeat);
  }

  private long number(Call call, String field) {
    return transport.send(call, json -> Values.of(json).number(field, 0));
  }

  private Query times(Optional<Instant> minTime, Optional<Instant> maxTime) {
    return version.query().with("min_time", minTime).with("max_time", maxTime);
  }

  private String path(String entity) {
    Names.checkEntity(entity);
    return Paths.under(Paths.LISTS, entityType, feature, entity);
  }
}
