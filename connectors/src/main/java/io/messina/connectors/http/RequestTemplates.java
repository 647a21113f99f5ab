package io.messina.connectors.http;

import io.messina.api.StrictJson;
import io.messina.api.TraceHeaders;
import io.messina.api.message.protocol.HttpOptions;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.Secrets;
import io.messina.connectors.exchange.HttpCall;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;

/** Makes the request for a message. */
final class RequestTemplates {

  /** The longest body of a request. */
  static final int BODY_BYTES_MAX = 1024 * 1024;

  private static final String CONTENT_TYPE = "content-type";

  /** It asks proxies for a connection. */
  private static final String CONNECT = "CONNECT";

  /** A template may not choose the host, with any message. */
  private static final Pattern URL = Pattern.compile("(?is)https?://[^/?#{}@\\s]+([/?#].*)?");

  private final HttpOptions options;
  private final MessageTemplate url;
  private final HeaderTemplates headers;
  private final Escaping escaping;
  private final Optional<MessageTemplate> body;
  private final Optional<MessageKey> key;
  private final Optional<MessageTemplate> ownId;

  /**
   * Compiles all templates.
   *
   * @throws RenderException if one is wrong
   */
  RequestTemplates(HttpOptions options, Secrets secrets) {
    this.options = options;
    boolean keyed = options.idempotency().isPresent();
    if (options.request().method().equals(CONNECT)) {
      throw new RenderException("method: CONNECT (expected: one that has an answer, as POST)");
    }
    String urlText = options.request().url();
    if (!URL.matcher(urlText).matches()) {
      throw new RenderException(
          "url: wrong (expected: http or https, a host without templates or password, a path)");
    }
    url = new MessageTemplate("url", urlText, Escaping.PERCENT, keyed, Set.of());
    headers = new HeaderTemplates(options.request().headers(), options.secrets(), secrets, keyed);
    escaping = Escaping.of(contentType());
    Optional<String> text = options.request().body();
    body = text.map(each -> new MessageTemplate("body", each, escaping, keyed, Set.of()));
    key = options.idempotency().map(place -> new MessageKey(place, escaping, text.isPresent()));
    ownId =
        options
            .answers()
            .providerId()
            .filter(place -> place.contains("{{"))
            .map(each -> new MessageTemplate("provider_id", each, Escaping.NONE, false, Set.of()));
  }

  /**
   * Returns the id that the request gives to the message, if it does.
   *
   * @throws RenderException if the message does not fit
   */
  Optional<String> ownId(OutgoingMessage message) {
    return ownId.map(template -> template.render(MessageValues.of(message)));
  }

  /**
   * Makes a request.
   *
   * @throws RenderException if the message does not fit
   * @throws IllegalArgumentException if a secret cannot be found
   */
  HttpCall render(OutgoingMessage message) {
    return render(MessageValues.of(message), message.trace());
  }

  private HttpCall render(Map<String, Object> values, Map<String, String> trace) {
    Optional<String> keyText = key.map(each -> each.render(values));
    keyText.ifPresent(text -> values.put("key", text));
    byte[] bytes = body(values, keyText.orElse("")).getBytes(StandardCharsets.UTF_8);
    if (bytes.length > BODY_BYTES_MAX) {
      throw new RenderException(
          "body: " + bytes.length + " bytes (expected: up to " + BODY_BYTES_MAX + ")");
    }
    Map<String, String> rendered = headers(values);
    key.ifPresent(each -> each.addHeader(rendered, keyText.orElse("")));
    return new HttpCall(
        options.request().method(), uri(values), TraceHeaders.added(trace, rendered), bytes);
  }

  /**
   * Tries messages until one makes a request.
   *
   * @throws RenderException of the first message that was tried, if none does
   */
  void tryOut() {
    Set<String> sections = sections();
    if (sections.size() > TrialMessages.SECTIONS_MAX) {
      return;
    }
    Optional<RenderException> first = Optional.empty();
    for (Map<String, Object> values : TrialMessages.of(sections)) {
      Optional<RenderException> fault = fault(values);
      if (fault.isEmpty()) {
        return;
      }
      first = first.or(() -> fault);
    }
    throw first.orElseThrow();
  }

  private Set<String> sections() {
    Set<String> sections = new TreeSet<>(url.sections());
    sections.addAll(headers.sections());
    body.ifPresent(template -> sections.addAll(template.sections()));
    key.ifPresent(each -> sections.addAll(each.sections()));
    ownId.ifPresent(template -> sections.addAll(template.sections()));
    return sections;
  }

  private Optional<RenderException> fault(Map<String, Object> values) {
    try {
      HttpCall _ = render(values, Map.of());
      ownId.ifPresent(template -> template.render(values));
      return Optional.empty();
    } catch (RenderException e) {
      return Optional.of(e);
    }
  }

  private String body(Map<String, Object> values, String keyText) {
    if (body.isEmpty()) {
      return "";
    }
    String text = body.get().render(values);
    if (escaping == Escaping.JSON) {
      checkJson(text);
    }
    return key.map(each -> each.inBody(text, keyText)).orElse(text);
  }

  private String contentType() {
    return options.request().headers().entrySet().stream()
        .filter(header -> header.getKey().equalsIgnoreCase(CONTENT_TYPE))
        .map(Map.Entry::getValue)
        .findAny()
        .orElse("application/json");
  }

  private Map<String, String> headers(Map<String, Object> values) {
    Map<String, String> rendered = new LinkedHashMap<>();
    if (body.isPresent()) {
      rendered.put(CONTENT_TYPE, "application/json");
    }
    rendered.putAll(headers.render(values));
    return rendered;
  }

  private URI uri(Map<String, Object> values) {
    try {
      URI uri = new URI(url.render(values));
      if (!HttpCall.leadsToHost(uri) || !uri.normalize().equals(uri)) {
        throw new RenderException(
            "url: leads elsewhere (expected: a host, a port from 1 to 65535 if any, no . or .. in"
                + " the path)");
      }
      return uri;
    } catch (URISyntaxException e) {
      throw new RenderException("url: " + e.getReason());
    }
  }

  private static void checkJson(String text) {
    try {
      if (StrictJson.read(text).isMissingNode()) {
        throw new RenderException("body: empty (expected: JSON)");
      }
    } catch (JacksonException e) {
      throw new RenderException("body: no JSON: " + StrictJson.fault(e));
    }
  }
}
