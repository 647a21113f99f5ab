package io.messina.api.aggregate;

import io.messina.api.Checks;
import io.messina.api.Field;
import io.messina.api.StreamName;
import io.messina.api.WireException;
import java.util.List;
import java.util.Optional;

/** The parts of payloads that an aggregate reads. */
public record AggregateFields(
    @Field(
            value =
                "JSON pointers to the values that make the group, as in /flag; none for one group",
            otherwise = "[]")
        List<String> groupBy,
    @Field("JSON pointer to the number or the member in payloads, as in /user") Optional<String> of,
    @Field(value = "conditions that an event must meet, all of them", otherwise = "[]")
        List<FieldCondition> where,
    @Field(
            "stream for events with no value or a value of the wrong type; they are only counted if"
                + " absent")
        Optional<StreamName> deadLetters) {

  /** The most parts of a group. */
  public static final int GROUP_PARTS_MAX = 10;

  /** The most conditions. */
  public static final int CONDITIONS_MAX = 20;

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
