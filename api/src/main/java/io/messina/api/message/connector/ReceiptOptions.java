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

/**
 * How receipts are read that a provider sends over HTTP.
 *
 * @param format of the body
 * @param list where the receipts are if there are several, a JSON pointer in which {@code *} stands
 *     for each element of a list
 * @param fields where a receipt has what
 * @param kinds what a status means; one that is not here makes no receipt
 * @param signature how the provider proves that it is the sender; if absent, anybody may send
 * @param verifyToken a reference to what the provider says when it asks whether it may call here
 */
public record ReceiptOptions(
    @Field(value = "what the body is", otherwise = "json") ReceiptFormat format,
    @Field(
            "where a body has several receipts: a JSON pointer in which * stands for each element,"
                + " as in /entry/*/statuses/*")
        Optional<String> list,
    @JsonUnwrapped ReceiptFields fields,
    @Field(
            "what a status means, as in {\"delivered\":\"delivered\"}, or a status with a code, as"
                + " in failed:30005; others make no receipt")
        Map<String, ReceiptKind> kinds,
    @Field("how the provider signs; if absent, anybody may send")
        Optional<ReceiptSignature> signature,
    @Field(
            "a reference to the token with which the provider asks whether it may call here"
                + " (hub.challenge), as env:NAME or file:PATH; if absent, nobody is answered that")
        Optional<String> verifyToken) {

  /** How many statuses may have a meaning. */
  public static final int KINDS_MAX = 200;

  /**
   * Checked options.
   *
   * @throws WireException if a pointer has another form, a form has a list, or there are no kinds
   */
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
