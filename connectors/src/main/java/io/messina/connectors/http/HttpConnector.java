package io.messina.connectors.http;

import io.messina.api.message.protocol.HttpKey;
import io.messina.api.message.protocol.HttpOptions;
import io.messina.connectors.Connector;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.RepeatPromise;
import io.messina.connectors.Secret;
import io.messina.connectors.Secrets;
import io.messina.connectors.SendResult;
import io.messina.connectors.exchange.Egress;
import io.messina.connectors.exchange.HttpCall;
import io.messina.connectors.exchange.HttpExchanges;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Sends messages to a provider with an API over HTTP, as {@link HttpOptions} describe it.
 *
 * <table>
 * <caption>The meaning of an ending, unless the options say otherwise of a status or code</caption>
 * <tr><th>ending</th><th>result</th></tr>
 * <tr><td>no connection, no secure one, or none free in time: no byte was sent</td>
 *     <td>Failed, {@code connect} or {@code busy}</td></tr>
 * <tr><td>the address is private</td><td>Refused, {@code address}</td></tr>
 * <tr><td>the message does not fit the templates</td><td>Refused, {@code template}</td></tr>
 * <tr><td>a secret is missing</td><td>Failed, {@code secret}</td></tr>
 * <tr><td>a status of success</td><td>Accepted; with a {@code success_pointer} only if it finds its
 *     value. Another value, or an answer that is cut, too long or no JSON: Refused if {@code
 *     error_code} finds a code, else Uncertain</td></tr>
 * <tr><td>429, and 503 with {@code Retry-After}</td><td>Throttled</td></tr>
 * <tr><td>425, which by RFC 8470 was not processed, and 401: the connector's secret is wrong, not the message</td><td>Failed, {@code auth} for that</td></tr>
 * <tr><td>408: some servers answer so when a server behind them is slow</td><td>Uncertain</td></tr>
 * <tr><td>409, if requests have a key: the first request is under way</td><td>Uncertain</td></tr>
 * <tr><td>422, if the provider compares bodies: it has this key</td><td>Uncertain</td></tr>
 * <tr><td>302 and 303, by which servers answer after they have done their work</td>
 *     <td>Uncertain</td></tr>
 * <tr><td>other 3xx, none of which is followed, and other 4xx</td><td>Refused</td></tr>
 * <tr><td>5xx: providers answer so after they have sent, and gateways when the connection behind them
 *     is cut; also 1xx, and 2xx that is none of success</td><td>Uncertain</td></tr>
 * <tr><td>no answer in time, or a cut, after the first byte may have been sent</td>
 *     <td>Uncertain</td></tr>
 * </table>
 *
 * <p>Connections are as {@link HttpExchanges} says.
 */
public final class HttpConnector implements Connector {

  private final HttpOptions options;
  private final RequestTemplates requests;
  private final AnswerReading answers;
  private final HttpExchanges exchanges;

  /**
   * A connector without connections yet.
   *
   * @param secrets finds the secrets that the options refer to, at each message
   * @param clock for dates in answers
   * @throws IllegalArgumentException with a sentence, if a template is wrong
   */
  public HttpConnector(HttpOptions options, Secrets secrets, InstantSource clock) {
    this(
        options,
        secrets,
        clock,
        Egress.of(options.limits().connections(), options.limits().allowPrivate()));
  }

  /**
   * A connector with another way out.
   *
   * @param secrets finds the secrets that the options refer to, at each message
   * @param clock for dates in answers
   * @param egress replaces the limits of the options
   * @throws IllegalArgumentException with a sentence, if a template is wrong
   */
  public HttpConnector(HttpOptions options, Secrets secrets, InstantSource clock, Egress egress) {
    this.options = options;
    requests = new RequestTemplates(options, secrets);
    answers = new AnswerReading(options, clock);
    exchanges = new HttpExchanges(egress);
  }

  /**
   * Checks that at least one message makes a request.
   *
   * @throws IllegalArgumentException with a sentence, if a template is wrong, or no message does
   */
  public static void check(HttpOptions options) {
    new RequestTemplates(options, _ -> new Secret("")).tryOut();
  }

  @Override
  public SendResult send(OutgoingMessage message, Duration timeout) {
    HttpCall call;
    Optional<String> ownId;
    try {
      call = requests.render(message);
      ownId = requests.ownId(message);
    } catch (RenderException e) {
      return new SendResult.Refused("template", String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      return new SendResult.Failed("secret", String.valueOf(e.getMessage()));
    }
    Duration most = options.limits().timeout();
    return answers.read(
        exchanges.exchange(call, timeout.compareTo(most) < 0 ? timeout : most), ownId);
  }

  @Override
  public Optional<RepeatPromise> repeats() {
    return options.idempotency().map(HttpConnector::promise);
  }

  @Override
  public void close() {
    exchanges.close();
  }

  private static RepeatPromise promise(HttpKey key) {
    return new RepeatPromise(key.lifetime(), key.comparesBody());
  }
}
