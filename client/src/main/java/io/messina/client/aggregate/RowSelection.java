package io.messina.client.aggregate;

import io.messina.api.Times;
import io.messina.client.internal.Query;
import java.time.Instant;
import java.util.Optional;

/**
 * Which rows of an aggregate are wanted. Start from {@link #ALL} and set the fields that shall
 * differ.
 *
 * @param from only windows that begin then or later
 * @param to only windows that begin before
 * @param key only this group: its JSON, or if that is none, the text of a group that is one text
 * @param limit how many rows an answer has at most, from 1 to 10,000
 * @param sketch whether with the bytes of sketches and bitmaps
 */
public record RowSelection(
    Optional<Instant> from, Optional<Instant> to, Optional<String> key, int limit, boolean sketch) {

  /** All rows, a thousand in an answer. */
  public static final RowSelection ALL =
      new RowSelection(Optional.empty(), Optional.empty(), Optional.empty(), 1_000, false);

  /**
   * Only windows of a span of time.
   *
   * @param first of the starts that are wanted
   * @param behind the first start that is not
   * @return another selection
   */
  public RowSelection between(Instant first, Instant behind) {
    return new RowSelection(Optional.of(first), Optional.of(behind), key, limit, sketch);
  }

  /**
   * Only one group.
   *
   * @param group its JSON, or if that is none, the text of a group that is one text
   * @return another selection
   */
  public RowSelection key(String group) {
    return new RowSelection(from, to, Optional.of(group), limit, sketch);
  }

  Query query() {
    Query query =
        Query.NONE
            .with("from", from.map(Times::format))
            .with("to", to.map(Times::format))
            .with("key", key)
            .with("limit", limit);
    return sketch ? query.with("sketch", true) : query;
  }
}
