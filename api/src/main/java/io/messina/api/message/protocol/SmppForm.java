package io.messina.api.message.protocol;

import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.Wire;
import java.util.Optional;

/** The form of short messages. */
public record SmppForm(
    @Field(
            value =
                "sender of messages without one: a number, a short code or a name; the provider's"
                    + " if absent",
            min = "1",
            max = "20")
        Optional<String> source,
    @Field(value = "type of the sender's number; by its characters if absent", min = "0", max = "6")
        Optional<Integer> sourceTon,
    @Field(
            value = "numbering plan of the sender's number; by its characters if absent",
            min = "0",
            max = "18")
        Optional<Integer> sourceNpi,
    @Field(value = "encoding of texts", otherwise = "auto") SmppEncoding encoding,
    @Field(
            value =
                "whether parts carry a reference of 16 bits instead of 8, which leaves less room"
                    + " for text",
            otherwise = "false")
        boolean wideReference,
    @Field(value = "whether to request receipts", otherwise = "true") boolean receipts) {

  /** The provider's sender, the shortest encoding, references of 8 bits, and receipts. */
  public static final SmppForm DEFAULT = Wire.defaults(SmppForm.class);

  public SmppForm {
    RecordField.check(
        SmppForm.class, source, sourceTon, sourceNpi, encoding, wideReference, receipts);
  }
}
