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

/**
 * What a sink sends, and where to.
 *
 * @param url of {@code http} or {@code https}, without user and fragment
 * @param format of bodies
 * @param headers templates by name, which may hold {@code {{secret.name}}} and {@code
 *     {{basic.name}}}
 * @param secrets references to secrets, by the name that headers use
 * @param signingSecret a reference to the key that signs by Standard Webhooks; absent for no
 *     signature
 */
public record SinkRequest(
    @Field(value = "the URL that events are posted to", max = "2000") String url,
    @Field(
            value =
                "what a body is: ndjson, a line of JSON for each event; cloudevents, a list of"
                    + " CloudEvents",
            otherwise = "ndjson")
        SinkFormat format,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field("headers by name; a value may hold {{secret.name}} or {{basic.name}}")
        Map<String, String> headers,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field(
            "references env:NAME or file:PATH, by the name that headers use in {{secret.name}}, or"
                + " in {{basic.name}} for user:password in Base64")
        Map<String, String> secrets,
    @Field(
            "a reference env:NAME or file:PATH to the key, whsec_ or whsk_, that signs each request"
                + " by Standard Webhooks")
        Optional<String> signingSecret) {

  private static final Pattern URL = Pattern.compile("(?i)https?://[^/?#@\\s]+([/?][^#\\s]*)?");

  private static final int PORT_MAX = 65_535;

  /**
   * A checked request.
   *
   * @throws WireException if it is no URL, a header has no good name, or a secret is no reference
   */
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
      if (!URL.matcher(text).matches()) {
        return false;
      }
      URI url = URI.create(text);
      return url.getHost() != null && url.getPort() != 0 && url.getPort() <= PORT_MAX;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
