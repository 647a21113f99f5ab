package io.messina.api.aggregate;

import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.Wire;
import java.util.Optional;

/** The form in which an aggregate keeps its state. */
public record AggregateForm(
    @Field(
            value =
                "of sketches: 2^precision bytes for each window and group, a standard error of 0.78"
                    + " / √(2^precision)",
            min = "10",
            max = "16",
            otherwise = "12")
        int precision,
    @Field(
            value = "how unique keeps members: hash, bytes, or integers for a bitmap",
            otherwise = "hash")
        MemberForm members,
    @Field(
            "whether unique sends members to separate shards; if absent, as the stream's key"
                + " requires")
        Optional<Boolean> rekey,
    @Field("name of a custom aggregator, for the kind custom") Optional<String> aggregator) {

  /**
   * Sketches of 4 KiB, hashes, and separate shards for members if the stream's key requires them.
   */
  public static final AggregateForm DEFAULT = Wire.defaults(AggregateForm.class);

  public AggregateForm {
    RecordField.check(AggregateForm.class, precision, members, rekey, aggregator);
  }
}
