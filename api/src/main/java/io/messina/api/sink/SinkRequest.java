package io.messina.api.sink;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.WireException;
import io.messina.api.message.protocol.HttpOptions;
import io.messina.api.message.protocol.HttpTemplates;
import io.messina.api.message.protocol.SecretReference;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The requests of a sink. */
public record SinkRequest(
    @Field(
            value = "http or https URL that events are posted to, without user and fragment",
            max = "2000")
        String url,
    @Field(
            value =
                "format of a body: ndjson, a line of JSON for each event; cloudevents, a list of"
                    + " CloudEvents",
            otherwise = "ndjson")
        SinkFormat format,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field("headers by name; a value may contain {{secret.name}} or {{basic.name}}")
        Map<String, String> headers,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field(
            "references env:NAME or file:PATH, by the name that headers use in {{secret.name}}, or"
                + " in {{basic.name}} for user:password in Base64")
        Map<String, String> secrets,
    @Field(
            "reference env:NAME or file:PATH to the key, whsec_ or whsk_, that signs each request"
                + " by Standard Webhooks; no signature if absent")
        Optional<String> signingSecret) {

  private static final Pattern URL = Pattern.compile("(?i)https?://[^/?#@\\s]+([/?][^#\\s]*)?");

  public SinkRequest {
    RecordField.check(SinkRequest.class, url, format, headers, secrets, signingSecret);
    if (!isUrl(url)) {
      throw new WireException(
          WireException.Fault.WRONG_TYPE,
          "url: another form (expected: http or https, a host without user, a path)");
    }
    headers = HttpTemplates.checkedHeaders(headers);
    secrets = HttpOptions.checkedSecrets(secrets);
    signingSecret.ifPresent(reference -> SecretReference.check("signing_secret", reference));
  }

  private static boolean isUrl(String text) {
    try {
      return URL.matcher(text).matches() && URI.create(text).getHost() != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
