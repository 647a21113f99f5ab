package io.messina.api.message.connector;

import io.messina.api.Checks;
import io.messina.api.Field;
import io.messina.api.RecordField;
import java.util.Optional;

/** The places of values in a receipt: JSON pointers, or names of fields of a form. */
public record ReceiptFields(
    @Field(value = "place of the provider's id of the message", min = "1", max = "256") String id,
    @Field(value = "place of the status", min = "1", max = "256") String status,
    @Field(value = "place of the number of the part, from 1", max = "256") Optional<String> part,
    @Field(
            value = "place of the time: RFC 3339, or seconds or milliseconds since 1970",
            max = "256")
        Optional<String> at,
    @Field(value = "place of the code of an error", max = "256") Optional<String> code,
    @Field(value = "place of the text of an error", max = "256") Optional<String> reason) {

  public ReceiptFields {
    RecordField.check(ReceiptFields.class, id, status, part, at, code, reason);
  }

  void checkPointers() {
    Checks.pointer("id", id);
    Checks.pointer("status", status);
    part.ifPresent(pointer -> Checks.pointer("part", pointer));
    at.ifPresent(pointer -> Checks.pointer("at", pointer));
    code.ifPresent(pointer -> Checks.pointer("code", pointer));
    reason.ifPresent(pointer -> Checks.pointer("reason", pointer));
  }
}
