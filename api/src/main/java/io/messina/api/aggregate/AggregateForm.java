package io.messina.api.aggregate;

import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.Wire;
import java.util.Optional;

/**
 * How an aggregate keeps what it counts.
 *
 * @param precision of sketches: 2^precision bytes for each window and group, and a standard error
 *     of 0.78 / √(2^precision)
 * @param members how the exact count keeps members
 * @param rekey whether the exact count sends members to shards of their own; if absent, this
 *     follows from the key of the stream when the aggregate is created. False if each member is on
 *     one shard anyway, although that key does not tell
 * @param aggregator the name of an aggregator of the user's own
 */
public record AggregateForm(
    @Field(
            value = "of sketches: 2^precision bytes for each window and group",
            min = "10",
            max = "16",
            otherwise = "12")
        int precision,
    @Field(
            value = "how unique keeps members: hash, bytes, or integers for a bitmap",
            otherwise = "hash")
        MemberForm members,
    @Field(
            "whether unique sends members to shards of their own; if absent, as the stream's key"
                + " needs it")
        Optional<Boolean> rekey,
    @Field("the name of an aggregator of one's own, for the kind custom")
        Optional<String> aggregator) {

  /** Sketches of 4 KiB, hashes, and what follows from the stream's key. */
  public static final AggregateForm DEFAULT = Wire.defaults(AggregateForm.class);

  /**
   * A checked form.
   *
   * @throws IllegalArgumentException if the precision is out of bounds
   */
  public AggregateForm {
    RecordField.check(AggregateForm.class, precision, members, rekey, aggregator);
  }
}
