package io.messina.features.contents;

import io.messina.runtime.RequestException;
import io.messina.runtime.RequestException.Refused.Reason;
import io.messina.store.PartitionKey;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in the walk over all lists and values, as a {@link PlaceText} of {@code list} or {@code
 * value}, a space, the length of the feature key, a space, and the feature key with the entity's id
 * behind it: so that the parts are told apart also in keys that Messina has not written.
 */
final class SweepPlace {

  private static final String LIST = "list";
  private static final String VALUE = "value";
  private static final Pattern NAMES =
      Pattern.compile("(" + LIST + "|" + VALUE + ") ([0-9]{1,4}) (.*)", Pattern.DOTALL);

  private SweepPlace() {}

  static String write(PartitionKey partition) {
    String key = SweptTable.featureKey(partition);
    String table =
        switch (SweptTable.of(partition)) {
          case LISTS -> LIST;
          case VALUES -> VALUE;
        };
    return PlaceText.write(table + " " + key.length() + " " + key + SweptTable.entity(partition));
  }

  /**
   * Reads a place.
   *
   * @throws RequestException.Refused if the text is none
   */
  static PartitionKey read(String text) {
    return PlaceText.read(text)
        .map(NAMES::matcher)
        .filter(Matcher::matches)
        .flatMap(SweepPlace::partition)
        .orElseThrow(
            () ->
                new RequestException.Refused(
                    Reason.OUT_OF_BOUNDS,
                    "after: no place in a sweep (expected: the next of an answer)"));
  }

  private static Optional<PartitionKey> partition(Matcher names) {
    SweptTable table = names.group(1).equals(LIST) ? SweptTable.LISTS : SweptTable.VALUES;
    int length = Integer.parseInt(names.group(2));
    String keys = names.group(3);
    return length > keys.length()
        ? Optional.empty()
        : Optional.of(table.partition(keys.substring(0, length), keys.substring(length)));
  }
}
