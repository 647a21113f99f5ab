package io.messina.client.features;

import io.messina.api.Checks;
import io.messina.api.PageQuery;
import io.messina.api.feature.AddedItems;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.EntityPage;
import io.messina.api.feature.FeatureDefinition;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.ItemCount;
import io.messina.api.feature.ItemFound;
import io.messina.api.feature.ItemLine;
import io.messina.api.feature.ItemPage;
import io.messina.api.feature.ItemValue;
import io.messina.api.feature.ListAnswer;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ListsQuery;
import io.messina.api.feature.NewItems;
import io.messina.api.feature.RemovedItems;
import io.messina.client.MessinaClientBuilder;
import io.messina.client.error.MessinaException;
import io.messina.client.error.Problem;
import io.messina.client.internal.Call;
import io.messina.client.internal.Call.Repeat;
import io.messina.client.internal.JsonBodies;
import io.messina.client.internal.Paths;
import io.messina.client.internal.Query;
import io.messina.client.internal.Transport;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The lists that entities have of a feature. An entity is 1 to 800 bytes of UTF-8, any characters.
 * Methods wait for the answer and throw a {@link MessinaException} if it is not good, {@link
 * MessinaException.NotFound} if the feature or the version does not exist; an interrupted thread
 * gets {@link MessinaException.Unknown} and stays interrupted. Safe for use by many threads.
 */
public final class ListClient {

  private static final String LINES = "application/x-ndjson";
  private final Transport transport;
  private final FeatureName feature;
  private final FeatureVersion version;

  ListClient(Transport transport, FeatureName feature) {
    this(transport, feature, FeatureVersion.FIRST);
  }

  private ListClient(Transport transport, FeatureName feature, FeatureVersion version) {
    this.transport = transport;
    this.feature = feature;
    this.version = version;
  }

  /**
   * The lists of another version.
   *
   * @param version which; empty text for the first one
   * @return a client; no request is sent
   */
  public ListClient in(String version) {
    return new ListClient(transport, feature, FeatureVersion.exactly(version));
  }

  /**
   * Returns a client for the lists of the latest version, as it is at the time of each request.
   *
   * @return a client; no request is sent
   */
  public ListClient inLatest() {
    return new ListClient(transport, feature, FeatureVersion.LATEST);
  }

  /**
   * Returns a client for the lists of the version that is the latest now, even if another one is
   * completed later: for imports, and for pages that are read by many requests. Asks the server
   * only if the latest is meant.
   *
   * @return the same lists, of a version with a name
   * @throws MessinaException.NotFound if the feature does not exist
   */
  public ListClient pinned() {
    return version.isLatest()
        ? transport.send(
            Call.get(Paths.under(Paths.FEATURES, feature.entityType(), feature.name())),
            json -> in(json.record(FeatureDefinition.class).latest().text()))
        : this;
  }

  /**
   * Adds items, all or none; existing items stay as they are. Tried again even if it may have been
   * done: an item that other clients have removed in between then exists again.
   *
   * @param entity whose list
   * @param items 1 to 500, of 2 MiB of values together
   * @return the number added, once the items are durable
   */
  public AddedItems add(String entity, List<ListItem> items) {
    Checks.that(!items.isEmpty(), "items", 0, "at least one");
    return transport.send(
        Call.post(
            path(entity) + Versions.query(version),
            JsonBodies.record(new NewItems(items)),
            Repeat.ALWAYS),
        AddedItems.class);
  }

  /**
   * Reads items.
   *
   * @param entity whose list
   * @param query which items
   * @return newest first; none if there are none
   */
  public ItemPage get(String entity, ListQuery query) {
    String asked = path(entity) + Versions.query(version).with(query);
    return transport.send(Call.get(asked), ItemPage.class);
  }

  /**
   * Reads the lists of several entities. Each has a separate answer, so that one that cannot be
   * read hides no other.
   *
   * @param entities whose lists: 1 to 100
   * @param query which items of each; {@code after} must be empty, and all answers together no
   *     larger than {@link MessinaClientBuilder#answerBytesMax}
   * @return in the order of the entities; of n lists each has up to 16 MiB / n of items, and at
   *     most 8 MiB, and {@link ItemPage#next} if it has more
   */
  public List<ListAnswer> getEach(List<String> entities, ListQuery query) {
    return getEach(entities, query, Map.of());
  }

  /**
   * Reads the next page of each list of several entities.
   *
   * @param entities whose lists: 1 to 100
   * @param query as for {@link #getEach(List, ListQuery)}, and with the same times as before
   * @param after by entity the place after which to continue, as {@link ItemPage#next} gave it; the
   *     lists of other entities begin with the newest item
   * @return as {@link #getEach(List, ListQuery)} does
   */
  public List<ListAnswer> getEach(
      List<String> entities, ListQuery query, Map<String, String> after) {
    Checks.that(query.after().isEmpty(), "after", query.after(), "none, as lists are several");
    ListsQuery lists =
        new ListsQuery(
            feature.entityType(),
            feature.name(),
            version,
            entities.stream().map(EntityId::new).toList(),
            after,
            query.minTime(),
            query.maxTime(),
            query.limit());
    return transport.send(
        Call.post(Paths.LISTS + ":get", JsonBodies.record(lists), Repeat.ALWAYS),
        json -> json.field("lists", () -> json.records(ListAnswer.class)));
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
    return transport.send(call, json -> json.record(ItemFound.class).contains());
  }

  /**
   * Counts items.
   *
   * @param entity whose list
   * @return how many there are; in a unique list how many different values
   */
  public long count(String entity) {
    return count(entity, Versions.query(version));
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
    return count(entity, Versions.query(version).with("min_time", from).with("max_time", to));
  }

  private long count(String entity, Query query) {
    return transport.send(
        Call.get(path(entity) + "/count" + query), json -> json.record(ItemCount.class).count());
  }

  /**
   * Removes the items with a value. Tried again only if nothing was done, so that an item that was
   * added in between stays.
   *
   * @param entity whose list
   * @param value of the feature's type
   * @return how many there were
   */
  public long remove(String entity, FeatureValue value) {
    return removed(withValue(entity, "/remove", value, Repeat.UNDONE));
  }

  /**
   * Removes all items. Tried again only if nothing was done, so that items that were added in
   * between stay.
   *
   * @param entity whose list
   */
  public void removeAll(String entity) {
    transport.sendForNothing(Call.delete(path(entity) + Versions.query(version)));
  }

  /**
   * Removes all but the newest items; in a unique list the values count, and their older items are
   * removed too. Tried again only if nothing was done, so that items that were added in between
   * stay.
   *
   * @param entity whose list
   * @param newest how many stay, from 1 to 100,000
   * @return how many were removed
   */
  public long keepNewest(String entity, int newest) {
    return removed(Call.delete(path(entity) + Versions.query(version).with("keep", newest)));
  }

  /**
   * Adds items of many entities. The server checks all lines first, so that nothing is added from a
   * refused request; an import that is broken off later may be added in part, as {@link
   * Problem#imported} says. Sending all again does not change existing items, and is done if the
   * import may have been done.
   *
   * @param lines at least one, as many as the server accepts in one request; all are imported into
   *     one version. If it is the latest that is meant and more requests are made, see {@link
   *     #pinned}
   * @return the number added, once the items are durable
   */
  public AddedItems importLines(List<ItemLine> lines) {
    Checks.that(!lines.isEmpty(), "lines", 0, "at least one");
    String path = all() + Versions.query(version);
    byte[] body = JsonBodies.lines(lines.stream().map(JsonBodies::record).toList());
    return transport.send(Call.with("POST", path, LINES, body, Repeat.ALWAYS), AddedItems.class);
  }

  /**
   * Reads which entities have a list, or had one a while ago. One that has items throughout comes
   * exactly once. Going to the end passes over the lists of all features in the store.
   *
   * @param limit how many at most, from 1 to 10,000
   * @param after the place after which to continue, as {@link EntityPage#next} gave it; name the
   *     version then, because the latest may have changed since
   * @return in no order that means anything
   */
  public EntityPage entities(int limit, Optional<String> after) {
    Query asked = Versions.query(version).with(new PageQuery(limit, after));
    return transport.send(Call.get(all() + asked), EntityPage.class);
  }

  private Call withValue(String entity, String what, FeatureValue value, Repeat repeat) {
    byte[] body = JsonBodies.record(new ItemValue(value));
    return Call.post(path(entity) + what + Versions.query(version), body, repeat);
  }

  private long removed(Call call) {
    return transport.send(call, json -> json.record(RemovedItems.class).removed().orElse(0L));
  }

  private String all() {
    return Paths.under(Paths.LISTS, feature.entityType(), feature.name());
  }

  private String path(String entity) {
    return all() + "/" + Paths.part(new EntityId(entity));
  }
}
