package io.messina.api.message.connector;

import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.WireException;
import io.messina.api.message.protocol.SecretReference;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The signature of a provider's receipts. */
public record ReceiptSignature(
    @Field("signed parts of the request") SignatureScheme scheme,
    @Field(value = "header with the signature; fixed by Standard Webhooks", max = "100")
        Optional<String> header,
    @Field("hash of the HMAC; sha256 if absent") Optional<SignatureHash> hash,
    @Field("encoding of the signature; hex if absent") Optional<SignatureEncoding> encoding,
    @Field(value = "text before the signature, as in sha256=", max = "50") Optional<String> prefix,
    @Field(
            value = "references env:NAME or file:PATH to keys, one of which must match",
            min = "1",
            max = "5")
        List<String> secrets,
    @Field(
            value = "largest deviation of the time of Standard Webhooks; 5m if absent",
            min = "1s",
            max = "1h")
        Optional<Duration> tolerance) {

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
