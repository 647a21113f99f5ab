package io.messina.api.message.connector;

import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.WireException;
import io.messina.api.message.protocol.SecretReference;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How a provider signs its receipts.
 *
 * @param scheme what is signed
 * @param header that has the signature; fixed by Standard Webhooks
 * @param hash of an HMAC; SHA-256 if absent
 * @param encoding of an HMAC; hexadecimal if absent
 * @param prefix what stands before the signature, as {@code sha256=}
 * @param secrets references to keys, one of which must fit
 * @param tolerance how far the time of Standard Webhooks may be off; 5 minutes if absent
 */
public record ReceiptSignature(
    @Field("what is signed") SignatureScheme scheme,
    @Field(value = "the header with the signature", max = "100") Optional<String> header,
    @Field("the hash of the HMAC; sha256 if absent") Optional<SignatureHash> hash,
    @Field("how the signature is written; hex if absent") Optional<SignatureEncoding> encoding,
    @Field(value = "what stands before the signature, as in sha256=", max = "50")
        Optional<String> prefix,
    @Field(
            value = "references env:NAME or file:PATH to keys, one of which must fit",
            min = "1",
            max = "5")
        List<String> secrets,
    @Field(
            value = "how far the time of Standard Webhooks may be off; 5m if absent",
            min = "1s",
            max = "1h")
        Optional<Duration> tolerance) {

  /**
   * A checked signature.
   *
   * @throws WireException if something is out of its bounds, or absent that the scheme needs
   */
  public ReceiptSignature {
    RecordField.check(
        ReceiptSignature.class, scheme, header, hash, encoding, prefix, secrets, tolerance);
    if (scheme != SignatureScheme.STANDARD_WEBHOOKS && header.isEmpty()) {
      throw new WireException(
          WireException.Fault.ABSENT, "header: absent (expected: the one with the signature)");
    }
    secrets.forEach(reference -> SecretReference.check("secrets", reference));
    secrets = List.copyOf(secrets);
  }
}
