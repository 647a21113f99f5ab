package io.messina.features.contents;

import static io.messina.features.FeatureRoom.ALICE;

import io.messina.api.feature.AddedItems;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ItemPage;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.features.FeatureRef;
import io.messina.features.FeatureRoom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One list of texts. */
record Pages(Lists lists, FeatureRef feature, EntityId entity) {

  /** Alice's, of one feature. */
  static Pages in(FeatureRoom room, FeatureRef feature) {
    return new Pages(room.lists, feature, ALICE);
  }

  AddedItems add(ListItem... items) {
    return lists.add(feature, entity, List.of(items));
  }

  AddedItems add(List<ListItem> items) {
    return lists.add(feature, entity, items);
  }

  List<ListItem> newest(int limit) {
    return get(ListQuery.newest(limit));
  }

  List<ListItem> get(ListQuery query) {
    return lists.get(feature, entity, query).items();
  }

  /** Page after page. */
  List<ListItem> all(ListQuery first) {
    List<ListItem> read = new ArrayList<>();
    Optional<ListQuery> query = Optional.of(first);
    while (query.isPresent()) {
      ListQuery asked = query.get();
      ItemPage page = lists.get(feature, entity, asked);
      read.addAll(page.items());
      query = page.next().map(asked::after);
    }
    return read;
  }

  boolean contains(String value) {
    return lists.contains(feature, entity, FeatureValue.text(value));
  }

  long count() {
    return lists.count(feature, entity, Optional.empty(), Optional.empty());
  }

  long remove(String value) {
    return lists.remove(feature, entity, FeatureValue.text(value));
  }

  long trim(int newest) {
    return lists.trim(feature, entity, newest);
  }

  void removeAll() {
    lists.removeAll(feature, entity);
  }
}
