package io.messina.api.aggregate;

import io.messina.api.Checks;
import io.messina.api.Field;
import io.messina.api.StreamName;
import io.messina.api.WireException;
import java.util.List;
import java.util.Optional;

/**
 * Which parts of payloads an aggregate looks at.
 *
 * @param groupBy JSON pointers to what makes the group; none for one group
 * @param of a JSON pointer to the number, or to the member that is counted once
 * @param where conditions that an event must meet, all of them
 * @param deadLetters a stream for events without a value, or with one of another type; if absent,
 *     they are only counted
 */
public record AggregateFields(
    @Field(
            value = "where a JSON payload has what makes the group, JSON pointers as in /flag",
            otherwise = "[]")
        List<String> groupBy,
    @Field("where a JSON payload has the number or the member, a JSON pointer as in /user")
        Optional<String> of,
    @Field(value = "conditions that an event must meet, all of them", otherwise = "[]")
        List<FieldCondition> where,
    @Field("a stream for events without a value, or with one of another type")
        Optional<StreamName> deadLetters) {

  /** How many parts a group may have. */
  public static final int GROUP_PARTS_MAX = 10;

  /** How many conditions there may be. */
  public static final int CONDITIONS_MAX = 20;

  /**
   * Checked fields.
   *
   * @throws WireException if one is no JSON pointer, or there are too many
   */
  public AggregateFields {
    groupBy = List.copyOf(groupBy);
    where = List.copyOf(where);
    groupBy.forEach(pointer -> Checks.pointer("group_by", pointer));
    of.ifPresent(pointer -> Checks.pointer("of", pointer));
    checkCount("group_by", groupBy.size(), GROUP_PARTS_MAX);
    checkCount("where", where.size(), CONDITIONS_MAX);
  }

  private static void checkCount(String name, int count, int most) {
    if (count > most) {
      throw new WireException(
          WireException.Fault.OUT_OF_BOUNDS,
          "%s: %d (expected: at most %d)".formatted(name, count, most));
    }
  }
}
