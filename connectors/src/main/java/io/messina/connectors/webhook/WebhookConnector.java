package io.messina.connectors.webhook;

import io.messina.api.message.protocol.WebhookOptions;
import io.messina.connectors.Connector;
import io.messina.connectors.Content;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.RepeatPromise;
import io.messina.connectors.Secret;
import io.messina.connectors.Secrets;
import io.messina.connectors.SendResult;
import io.messina.connectors.exchange.Egress;
import io.messina.connectors.exchange.HttpCall;
import io.messina.connectors.exchange.HttpEnding;
import io.messina.connectors.exchange.HttpExchanges;
import io.messina.connectors.exchange.RetryAfter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sends webhooks by Standard Webhooks 1.0.0: {@code webhook-id} is the message's id at each
 * attempt, {@code webhook-timestamp} the time of the attempt, and {@code webhook-signature} has one
 * signature for each key.
 *
 * <table>
 * <caption>The meaning of an answer</caption>
 * <tr><th>answer</th><th>result</th></tr>
 * <tr><td>2xx with any body</td><td>Accepted</td></tr>
 * <tr><td>410</td><td>Refused, {@code gone}: the endpoint wants no more</td></tr>
 * <tr><td>429, 502, 504</td><td>Throttled</td></tr>
 * <tr><td>any other status; a redirect is not followed</td><td>Failed, with the status</td></tr>
 * <tr><td>no connection, none free</td><td>Failed, {@code connect} or {@code busy}</td></tr>
 * <tr><td>no answer in time, or a cut</td><td>Failed, {@code lost}</td></tr>
 * <tr><td>a private address, or no URL</td><td>Refused, {@code address}</td></tr>
 * <tr><td>content that is no JSON, an id that cannot be one</td>
 *     <td>Refused, {@code content} or {@code id}</td></tr>
 * <tr><td>a key is missing</td><td>Failed, {@code secret}</td></tr>
 * </table>
 *
 * <p>Failed here means that the receiver has not confirmed the webhook; it may have read it. A
 * repeat does no harm, since receivers drop an id that they know; so a webhook is never uncertain.
 */
public final class WebhookConnector implements Connector {

  /** The longest URL of an endpoint. */
  public static final int URL_CHARS_MAX = 2000;

  private final WebhookOptions options;
  private final Secrets secrets;
  private final InstantSource clock;
  private final HttpExchanges exchanges;

  /**
   * A connector without connections yet.
   *
   * @param secrets finds the keys that the options refer to, at each message
   * @param clock of attempts
   */
  public WebhookConnector(WebhookOptions options, Secrets secrets, InstantSource clock) {
    this(
        options,
        secrets,
        clock,
        Egress.of(options.limits().connections(), options.limits().allowPrivate()));
  }

  /**
   * A connector with another way out.
   *
   * @param secrets finds the keys that the options refer to, at each message
   * @param clock of attempts
   * @param egress replaces the limits of the options
   */
  public WebhookConnector(
      WebhookOptions options, Secrets secrets, InstantSource clock, Egress egress) {
    this.options = options;
    this.secrets = secrets;
    this.clock = clock;
    exchanges = new HttpExchanges(egress);
  }

  /**
   * Reads the URL of an endpoint: http or https, without a user.
   *
   * @return empty if it is none, or longer than {@link #URL_CHARS_MAX}
   */
  public static Optional<URI> endpoint(String text) {
    try {
      URI uri = new URI(text);
      boolean isGood =
          text.length() <= URL_CHARS_MAX
              && HttpCall.leadsToHost(uri)
              && uri.getUserInfo() == null
              && ("https".equals(uri.getScheme()) || "http".equals(uri.getScheme()));
      return isGood ? Optional.of(uri) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  @Override
  public SendResult send(OutgoingMessage message, Duration timeout) {
    Optional<URI> uri = endpoint(message.to());
    if (uri.isEmpty()) {
      return new SendResult.Refused("address", "to: no URL (expected: one of http or https)");
    } else if (!(message.content() instanceof Content.Structured(String json))) {
      return new SendResult.Refused("content", "content: no JSON (expected: it, for a webhook)");
    } else if (message.id().isEmpty() || message.id().indexOf('.') >= 0) {
      return new SendResult.Refused("id", "id: with a dot, or empty (expected: without)");
    } else {
      return send(message, uri.get(), json.getBytes(StandardCharsets.UTF_8), timeout);
    }
  }

  @Override
  public Optional<RepeatPromise> repeats() {
    return Optional.of(new RepeatPromise(options.lifetime(), false));
  }

  @Override
  public void close() {
    exchanges.close();
  }

  private SendResult send(OutgoingMessage message, URI uri, byte[] body, Duration timeout) {
    Map<String, String> headers = new HashMap<>(message.trace());
    headers.put("content-type", "application/json");
    try {
      List<Secret> keys = options.secrets().stream().map(secrets::find).toList();
      headers.putAll(WebhookKeys.headers(keys, message.id(), clock.instant(), body));
    } catch (IllegalArgumentException e) {
      return new SendResult.Failed("secret", String.valueOf(e.getMessage()));
    }
    Duration most = options.limits().timeout();
    return result(
        exchanges.exchange(
            new HttpCall("POST", uri, headers, body),
            timeout.compareTo(most) < 0 ? timeout : most));
  }

  private SendResult result(HttpEnding ending) {
    return switch (ending) {
      case HttpEnding.NotSent unsent -> unsent.result();
      case HttpEnding.Lost(String reason) -> new SendResult.Failed("lost", reason);
      case HttpEnding.Answer answer -> result(answer);
    };
  }

  private SendResult result(HttpEnding.Answer answer) {
    int status = answer.status();
    String reason = "answered with status " + status;
    return switch (status) {
      case 410 -> new SendResult.Refused("gone", reason);
      case 429, 502, 504 ->
          new SendResult.Throttled(RetryAfter.read(answer.retryAfter(), clock), reason);
      default ->
          status >= 200 && status < 300
              ? new SendResult.Accepted(Optional.empty(), 1)
              : new SendResult.Failed(String.valueOf(status), reason);
    };
  }
}
