package io.messina.api.message.protocol;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import io.messina.api.RecordField;
import java.time.Duration;
import java.util.List;

/** Options of webhooks by Standard Webhooks 1.0.0. */
public record WebhookOptions(
    @Field(
            value =
                "references env:NAME or file:PATH to keys, each of which signs: whsec_ for HMAC,"
                    + " whsk_ for ed25519",
            min = "1",
            max = "5")
        List<String> secrets,
    @Field(
            value =
                "time for which receivers remember the id of a webhook, so that it may be repeated",
            min = "1s",
            max = "365d",
            otherwise = "7d")
        Duration lifetime,
    @JsonUnwrapped HttpLimits limits) {

  public WebhookOptions {
    RecordField.check(WebhookOptions.class, secrets, lifetime, limits);
    secrets.forEach(reference -> SecretReference.check("secrets", reference));
    secrets = List.copyOf(secrets);
  }
}
