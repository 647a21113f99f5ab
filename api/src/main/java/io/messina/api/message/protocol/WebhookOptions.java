package io.messina.api.message.protocol;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.WireException;
import java.time.Duration;
import java.util.List;

/**
 * How webhooks are sent by Standard Webhooks 1.0.0.
 *
 * @param secrets references to keys, each of which signs: {@code whsec_} for HMAC, {@code whsk_}
 *     for ed25519; two while a key is being replaced
 * @param lifetime how long receivers remember the id of a webhook
 * @param limits how much, how long and where to
 */
public record WebhookOptions(
    @Field(
            value = "references env:NAME or file:PATH to keys, each of which signs",
            min = "1",
            max = "5")
        List<String> secrets,
    @Field(
            value = "how long receivers remember the id of a webhook, so that it may be repeated",
            min = "1s",
            max = "365d",
            otherwise = "7d")
        Duration lifetime,
    @JsonUnwrapped HttpLimits limits) {

  /**
   * Checked options.
   *
   * @throws WireException if something is out of its bounds, or a secret is no reference
   */
  public WebhookOptions {
    RecordField.check(WebhookOptions.class, secrets, lifetime, limits);
    secrets.forEach(reference -> SecretReference.check("secrets", reference));
    secrets = List.copyOf(secrets);
  }
}
