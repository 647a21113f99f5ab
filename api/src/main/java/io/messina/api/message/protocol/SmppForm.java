package io.messina.api.message.protocol;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.util.Optional;

/**
 * What short messages look like.
 *
 * @param source the sender of messages that name none: a number, a short code or a name of up to 11
 *     letters and digits; empty to leave it to the provider
 * @param sourceTon the type of that number; empty for what its characters say
 * @param sourceNpi the numbering plan of that number; empty for what its characters say
 * @param encoding how texts are encoded
 * @param wideReference whether the parts of a long message name each other by 16 bits, which
 *     confuses fewer phones and leaves less room for text
 * @param receipts whether the message centre is asked for receipts
 */
public record SmppForm(
    @Field(value = "the sender of messages that name none", min = "1", max = "20")
        Optional<String> source,
    @Field(value = "the type of the sender's number", min = "0", max = "6")
        Optional<Integer> sourceTon,
    @Field(value = "the numbering plan of the sender's number", min = "0", max = "18")
        Optional<Integer> sourceNpi,
    @Field(value = "how texts are encoded", otherwise = "auto") SmppEncoding encoding,
    @Field(value = "whether parts carry a reference of 16 bits, not 8", otherwise = "false")
        boolean wideReference,
    @Field(value = "whether to ask for receipts", otherwise = "true") boolean receipts) {

  /** The provider's sender, the shortest encoding, references of 8 bits, and receipts. */
  public static final SmppForm DEFAULT =
      new SmppForm(
          Optional.empty(), Optional.empty(), Optional.empty(), SmppEncoding.AUTO, false, true);

  /**
   * A checked form.
   *
   * @throws IllegalArgumentException if a value is out of bounds
   */
  public SmppForm {
    RecordField.check(
        SmppForm.class, source, sourceTon, sourceNpi, encoding, wideReference, receipts);
  }
}
