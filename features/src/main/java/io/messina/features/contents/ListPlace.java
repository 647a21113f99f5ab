package io.messina.features.contents;

import io.messina.api.feature.EntityId;
import io.messina.runtime.RequestException;
import io.messina.runtime.RequestException.Refused.Reason;
import io.messina.store.PartitionKey;

/**
 * A place in the walk over all lists, that of a list of any feature, as a {@link PlaceText} of its
 * feature key, a zero, and the entity's id. No feature key holds a zero.
 */
final class ListPlace {

  private static final char DIVIDER = 0;

  private ListPlace() {}

  static String write(PartitionKey list) {
    return PlaceText.write(ListTable.featureKey(list) + DIVIDER + ListTable.entity(list).text());
  }

  /**
   * Reads a place.
   *
   * @throws RequestException.Refused if the text is none
   */
  static PartitionKey read(String text) {
    String names = PlaceText.read(text).orElseThrow(ListPlace::noPlace);
    int divider = names.indexOf(DIVIDER);
    if (divider < 0) {
      throw noPlace();
    }
    return ListTable.partition(
        names.substring(0, divider), new EntityId(names.substring(divider + 1)));
  }

  private static RequestException.Refused noPlace() {
    return new RequestException.Refused(
        Reason.OUT_OF_BOUNDS, "after: no place among lists (expected: the next of an answer)");
  }
}
