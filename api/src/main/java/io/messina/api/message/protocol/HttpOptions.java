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

/** Options of a provider with an API over HTTP: its requests and the meaning of its answers. */
public record HttpOptions(
    @JsonUnwrapped HttpTemplates request,
    @JsonUnwrapped HttpSuccess success,
    @JsonUnwrapped HttpAnswers answers,
    @Field("key by which the provider recognises a repeat; it recognises none if absent")
        Optional<HttpKey> idempotency,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field(
            "references env:NAME or file:PATH, by the name that headers use in {{secret.name}}, or"
                + " in {{basic.name}} for user:password in Base64")
        Map<String, String> secrets,
    @JsonUnwrapped HttpLimits limits) {

  /** The most secrets. */
  public static final int SECRETS_MAX = 20;

  public HttpOptions {
    secrets = checkedSecrets(secrets);
  }

  /**
   * Checks references to secrets.
   *
   * @return an unmodifiable copy
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
