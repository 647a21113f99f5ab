package io.messina.sink;

import io.messina.api.TraceHeaders;
import io.messina.api.sink.SinkDefinition;
import io.messina.api.sink.SinkOptions;
import io.messina.api.sink.SinkPace;
import io.messina.api.sink.SinkRequest;
import io.messina.connectors.Secret;
import io.messina.connectors.Secrets;
import io.messina.connectors.SendTracer;
import io.messina.connectors.exchange.Egress;
import io.messina.connectors.exchange.HttpCall;
import io.messina.connectors.exchange.HttpEnding;
import io.messina.connectors.exchange.HttpExchanges;
import io.messina.connectors.exchange.RetryAfter;
import io.messina.connectors.http.HeaderTemplates;
import io.messina.connectors.webhook.WebhookKeys;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Posts batches, each once. Safe for use by many threads. */
final class Poster implements AutoCloseable {

  /**
   * Statuses of 4xx that tell of the URL, the secrets or the load, as the statuses 3xx and 5xx do.
   */
  private static final Set<Integer> NOT_OF_EVENTS =
      Set.of(401, 403, 404, 405, 407, 408, 410, 415, 425, 429);

  private static final int PORT_MAX = 65_535;

  private final String name;
  private final SinkOptions options;
  private final Secrets secrets;
  private final InstantSource clock;
  private final SendTracer tracer;
  private final HeaderTemplates headers;
  private final HttpExchanges exchanges;

  Poster(SinkDefinition sink, Secrets secrets, InstantSource clock, SendTracer tracer) {
    this.name = sink.name().value();
    this.options = sink.options();
    this.secrets = secrets;
    this.clock = clock;
    this.tracer = tracer;
    this.headers = headers(options.request(), secrets);
    this.exchanges =
        new HttpExchanges(
            Egress.of(options.limits().connections(), options.limits().allowPrivate()));
  }

  private static HeaderTemplates headers(SinkRequest request, Secrets secrets) {
    return new HeaderTemplates(request.headers(), request.secrets(), secrets);
  }

  /**
   * Checks the port, and the options that only a template can check.
   *
   * @throws IllegalArgumentException with a sentence
   */
  static void check(SinkOptions options) {
    int port = URI.create(options.request().url()).getPort();
    if (port == 0 || port > PORT_MAX) {
      throw new IllegalArgumentException(
          "url: port " + port + " (expected: from 1 to " + PORT_MAX + ")");
    }
    var _ = headers(options.request(), _ -> new Secret("")).render(Map.of());
  }

  PostResult post(Batch batch) {
    byte[] body = WrittenEvent.body(options.request().format(), batch.events());
    Map<String, String> said;
    try {
      said = headers(batch, body);
    } catch (IllegalArgumentException e) {
      return new PostResult.Again(String.valueOf(e.getMessage()), Optional.empty());
    }
    URI url = URI.create(options.request().url());
    HttpEnding ending =
        tracer.send(
            batch.attempt(name),
            trace ->
                exchanges.exchange(
                    new HttpCall("POST", url, TraceHeaders.added(trace, said), body),
                    options.limits().timeout()),
            Poster::error);
    return result(ending);
  }

  private static Optional<String> error(HttpEnding ending) {
    return switch (ending) {
      case HttpEnding.NotSent unsent ->
          Optional.of(unsent.cause().toString().toLowerCase(Locale.ROOT));
      case HttpEnding.Lost _ -> Optional.of("lost");
      case HttpEnding.Answer answer ->
          isTaken(answer.status())
              ? Optional.empty()
              : Optional.of(Integer.toString(answer.status()));
    };
  }

  private static boolean isTaken(int status) {
    return status >= 200 && status < 300;
  }

  private Map<String, String> headers(Batch batch, byte[] body) {
    Map<String, String> said = new HashMap<>();
    said.put("content-type", options.request().format().contentType());
    said.putAll(headers.render(Map.of()));
    said.put("messina-batch", batch.toString());
    options
        .request()
        .signingSecret()
        .map(secrets::find)
        .ifPresent(key -> said.putAll(signature(key, batch, body)));
    return said;
  }

  /** Its id is without dots, as the standard wants. */
  private Map<String, String> signature(Secret key, Batch batch, byte[] body) {
    String id = batch.first() + ":" + batch.last();
    return WebhookKeys.headers(List.of(key), id, clock.instant(), body);
  }

  private PostResult result(HttpEnding ending) {
    return switch (ending) {
      case HttpEnding.NotSent unsent -> new PostResult.Again(unsent.reason(), Optional.empty());
      case HttpEnding.Lost lost -> new PostResult.Again(lost.reason(), Optional.empty());
      case HttpEnding.Answer answer -> result(answer);
    };
  }

  private PostResult result(HttpEnding.Answer answer) {
    int status = answer.status();
    String reason = "answered with status " + status;
    if (isTaken(status)) {
      return new PostResult.Taken();
    } else if (status >= 400 && status < 500 && !NOT_OF_EVENTS.contains(status)) {
      return new PostResult.Refused(reason);
    }
    return new PostResult.Again(
        reason, RetryAfter.read(answer.retryAfter(), clock).map(Poster::bounded));
  }

  private static Duration bounded(Duration wait) {
    return wait.compareTo(SinkPace.WAIT_MAX) > 0 ? SinkPace.WAIT_MAX : wait;
  }

  /** Ends the requests in progress. */
  @Override
  public void close() {
    exchanges.close();
  }
}
