package io.messina.aggregate.configured;

import io.messina.aggregate.GroupFilter;
import io.messina.aggregate.MergedRows;
import io.messina.aggregate.field.EventFields;
import io.messina.api.Checks;
import io.messina.store.Bytes;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/**
 * The wanted rows of an aggregate.
 *
 * @param from only windows that begin then or later
 * @param to only windows that begin before
 * @param key only this group: its JSON, or, if it is no JSON, the text of a group that is one text
 * @param limit the most rows, from 1 to 10,000
 * @param after the place at which the page before ended; empty for the first one
 * @param sketch whether with the bytes of sketches and bitmaps
 */
public record RowsQuery(
    Instant from,
    Instant to,
    Optional<String> key,
    int limit,
    Optional<Place> after,
    boolean sketch) {

  /** Before all windows. */
  public static final Instant BEGIN = Instant.ofEpochMilli(Long.MIN_VALUE);

  /** Behind all windows. */
  public static final Instant END = Instant.ofEpochMilli(Long.MAX_VALUE);

  /** The number of rows of a page by default. */
  public static final int LIMIT_DEFAULT = 1_000;

  /** The most rows of a page. */
  public static final int LIMIT_MAX = 10_000;

  /** Checks the limit. */
  public RowsQuery {
    Checks.between("limit", limit, 1, LIMIT_MAX);
  }

  /**
   * The place at which a page ended.
   *
   * @param windowStart of its last row
   * @param group of its last row
   */
  public record Place(Instant windowStart, Bytes group) {

    private static final String SEPARATOR = ".";

    /**
     * Reads the text of {@link #toString}.
     *
     * @throws IllegalArgumentException with a sentence if it is something else
     */
    public static Place parse(String text) {
      int end = text.indexOf(SEPARATOR);
      try {
        return new Place(
            Instant.ofEpochMilli(Long.parseLong(text.substring(0, Math.max(end, 0)))),
            Bytes.wrap(Base64.getUrlDecoder().decode(text.substring(end + 1))));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("after: not as in an answer (expected: its next)", e);
      }
    }

    @Override
    public String toString() {
      return windowStart.toEpochMilli()
          + SEPARATOR
          + Base64.getUrlEncoder().withoutPadding().encodeToString(group.toArray());
    }
  }

  /** By the fields that make the groups. */
  MergedRows.Wanted wanted(EventFields fields) {
    long fromMillis = from.toEpochMilli();
    long toMillis = to.toEpochMilli();
    MergedRows.Wanted wanted =
        key.map(text -> MergedRows.Wanted.of(fromMillis, toMillis, fields.named(text), limit))
            .orElseGet(() -> new MergedRows.Wanted(fromMillis, toMillis, GroupFilter.ANY, limit));
    return after
        .map(place -> wanted.after(place.windowStart().toEpochMilli(), place.group()))
        .orElse(wanted);
  }
}
