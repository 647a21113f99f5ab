package io.messina.api.message.connector;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Checks;
import io.messina.api.Field;
import io.messina.api.WireException;
import io.messina.api.message.protocol.SecretReference;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Options of reading the receipts that a provider sends over HTTP. */
public record ReceiptOptions(
    @Field(value = "format of the body", otherwise = "json") ReceiptFormat format,
    @Field(
            "JSON pointer to the receipts if a body has several, with * for each element, as in"
                + " /entry/*/statuses/*")
        Optional<String> list,
    @JsonUnwrapped ReceiptFields fields,
    @Field(
            "meaning of each status, as in {\"delivered\":\"delivered\"}, or of a status with a"
                + " code, as in failed:30005; others make no receipt")
        Map<String, ReceiptKind> kinds,
    @Field("signature of the provider; anyone may send receipts if absent")
        Optional<ReceiptSignature> signature,
    @Field(
            "reference env:NAME or file:PATH to the token with which the provider asks whether it"
                + " may call (hub.challenge); not answered if absent")
        Optional<String> verifyToken) {

  /** The most statuses with a meaning. */
  public static final int KINDS_MAX = 200;

  public ReceiptOptions {
    list.ifPresent(pointer -> Checks.pointer("list", pointer));
    if (kinds.isEmpty() || kinds.size() > KINDS_MAX) {
      throw new WireException(
          WireException.Fault.OUT_OF_BOUNDS,
          "kinds: " + kinds.size() + " (expected: 1 to " + KINDS_MAX + ")");
    }
    if (format == ReceiptFormat.FORM && list.isPresent()) {
      throw new WireException(
          WireException.Fault.OUT_OF_BOUNDS, "list: present (expected: absent, as it is a form)");
    }
    if (format == ReceiptFormat.JSON) {
      fields.checkPointers();
    }
    verifyToken.ifPresent(reference -> SecretReference.check("verify_token", reference));
    kinds = Collections.unmodifiableMap(new TreeMap<>(kinds));
  }
}
