package io.messina.api.message.connector;

import io.messina.api.Checks;
import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.WireException;
import java.util.Optional;

/**
 * Where a receipt has what: JSON pointers, or names of fields of a form.
 *
 * @param id the provider's id of the message
 * @param status what happened
 * @param part which part of the message, from 1
 * @param at when it happened: a time of RFC 3339, or seconds or milliseconds since 1970
 * @param code of an error
 * @param reason for people
 */
public record ReceiptFields(
    @Field(value = "the provider's id of the message", min = "1", max = "256") String id,
    @Field(value = "what happened", min = "1", max = "256") String status,
    @Field(value = "which part of the message, from 1", max = "256") Optional<String> part,
    @Field(value = "when: of RFC 3339, or seconds or milliseconds since 1970", max = "256")
        Optional<String> at,
    @Field(value = "the code of an error", max = "256") Optional<String> code,
    @Field(value = "what is told to people", max = "256") Optional<String> reason) {

  /**
   * Checked fields.
   *
   * @throws WireException if one is too long
   */
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
