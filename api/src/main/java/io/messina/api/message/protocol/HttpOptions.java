package io.messina.api.message.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import io.messina.api.Names;
import io.messina.api.WireException;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How a provider with an API over HTTP is asked to send a message, and what its answers mean.
 *
 * @param request what is sent, made of templates
 * @param success which answers say that the provider has the message
 * @param answers what other answers say, and where an answer has what
 * @param idempotency the key by which the provider recognises a repeat; if absent, it does not
 * @param secrets references to secrets, by the name that templates of headers use
 * @param limits how much, how long and where to
 */
public record HttpOptions(
    @JsonUnwrapped HttpTemplates request,
    @JsonUnwrapped HttpSuccess success,
    @JsonUnwrapped HttpAnswers answers,
    @Field("the key by which the provider recognises a repeat; if absent, it does not")
        Optional<HttpKey> idempotency,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field(
            "references env:NAME or file:PATH, by the name that headers use in {{secret.name}}, or"
                + " in {{basic.name}} for user:password in Base64")
        Map<String, String> secrets,
    @JsonUnwrapped HttpLimits limits) {

  /** How many secrets there may be. */
  public static final int SECRETS_MAX = 20;

  /**
   * Checked options.
   *
   * @throws WireException if a secret has no good name, or is no reference
   */
  public HttpOptions {
    secrets = checkedSecrets(secrets);
  }

  /**
   * Checks references to secrets.
   *
   * @param secrets by name
   * @return an unmodifiable copy
   * @throws WireException if there are too many, one has no good name, or is no reference
   */
  public static Map<String, String> checkedSecrets(Map<String, String> secrets) {
    if (secrets.size() > SECRETS_MAX) {
      throw new WireException(
          WireException.Fault.OUT_OF_BOUNDS,
          "secrets: " + secrets.size() + " (expected: up to " + SECRETS_MAX + ")");
    }
    secrets.forEach(
        (name, reference) -> {
          Names.check("secrets", name, 50);
          SecretReference.check("secrets." + name, reference);
        });
    return Collections.unmodifiableMap(new TreeMap<>(secrets));
  }
}
