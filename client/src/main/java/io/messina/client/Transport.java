package io.messina.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends requests, and again where that is safe. Safe for use by many threads. */
final class Transport {

  private static final Logger LOG = LoggerFactory.getLogger(MessinaClient.class);

  private final HttpClient http;
  private final String base;
  private final ClientOptions options;
  private final Surroundings surroundings;
  private final Set<Exchange> open = ConcurrentHashMap.newKeySet();
  private final BatchesUnderWay batches = new BatchesUnderWay(BatchesUnderWay.BATCHES_MAX);
  private volatile boolean closed;

  Transport(HttpClient http, URI base, ClientOptions options, Surroundings surroundings) {
    this.http = http;
    this.base = base.toString().replaceAll("/+$", "");
    this.options = options;
    this.surroundings = surroundings;
  }

  Surroundings surroundings() {
    return surroundings;
  }

  /** Of all who ask by this client, since a shard does not tell them apart either. */
  BatchesUnderWay batches() {
    return batches;
  }

  RetryPolicy retries() {
    return options.retries();
  }

  void tell(Consumer<ClientMetrics> what) {
    try {
      what.accept(options.metrics());
    } catch (Throwable e) {
      LOG.warn("The client's metrics failed", e);
    }
  }

  int answerBytesMax() {
    return options.answerBytesMax();
  }

  /** Waits for what is answered by JSON. */
  <T> T send(Call call, Function<JsonReader, T> answer) {
    return Blocking.await(sendAsync(call, answer));
  }

  /** Waits for what is answered by nothing but that it is done. */
  void sendForNothing(Call call) {
    var unused = Blocking.await(sendAsync(call));
  }

  /** Sends what is answered by JSON. */
  <T> CompletableFuture<T> sendAsync(Call call, Function<JsonReader, T> answer) {
    return Futures.map(sendAsync(call), good -> read(good, answer));
  }

  /**
   * Sends a request; the future fails with a {@link MessinaException} unless the answer is good.
   */
  CompletableFuture<Answer> sendAsync(Call call) {
    Exchange exchange = new Exchange(this, call);
    open.add(exchange);
    CompletableFuture<Answer> result = exchange.result();
    var unused = result.whenComplete((answer, failure) -> open.remove(exchange));
    if (closed) {
      exchange.close();
    } else {
      exchange.begin();
    }
    return result;
  }

  static <T> T read(Answer answer, Function<JsonReader, T> value) {
    try {
      return JsonReader.read(answer.body(), value);
    } catch (MalformedJsonException e) {
      throw new MessinaException.Failed(
          Problem.of("bad_answer", String.valueOf(e.getMessage())), e);
    }
  }

  CompletableFuture<HttpResponse<BoundedBody.Received>> attempt(Call call) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + call.path()))
            .method(call.method(), body(call))
            .header("Accept", Payload.JSON);
    call.headers().forEach(request::header);
    return http.sendAsync(
        request.build(),
        head -> new BoundedBody(options.answerBytesMax(), surroundings.nanoTime()));
  }

  private static HttpRequest.BodyPublisher body(Call call) {
    return call.body().length == 0
        ? BodyPublishers.noBody()
        : BodyPublishers.ofByteArray(call.body());
  }

  Duration timeOut(Call call) {
    return options.timeOut().plus(call.longest());
  }

  void close() {
    closed = true;
    open.forEach(Exchange::close);
    surroundings.close();
  }
}
