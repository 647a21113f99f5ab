package io.messina.client.internal;

import io.messina.client.error.MessinaException;
import io.messina.client.error.Problem;
import io.messina.client.error.RetryPolicy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends requests, and again if that is safe, to one server after the other. Safe for use by many
 * threads.
 */
public final class Transport {

  private static final Logger LOG = LoggerFactory.getLogger(Transport.class);

  private final HttpClient http;
  private final Servers servers;
  private final ClientOptions options;
  private final Surroundings surroundings;
  private final Set<Attempts> open = ConcurrentHashMap.newKeySet();
  private final BatchesUnderWay batches = new BatchesUnderWay(BatchesUnderWay.BATCHES_MAX);
  private final KnownStreams streams = new KnownStreams(this);
  private volatile boolean closed;

  public Transport(
      HttpClient http, List<URI> urls, ClientOptions options, Surroundings surroundings) {
    this.http = http;
    this.servers = Servers.of(urls);
    this.options = options;
    this.surroundings = surroundings;
  }

  /**
   * Checks base URLs of servers.
   *
   * @throws IllegalArgumentException if there is none, one is no address of HTTP, or two are the
   *     same
   */
  public static void check(List<URI> urls) {
    Servers.check(urls);
  }

  public Surroundings surroundings() {
    return surroundings;
  }

  Servers servers() {
    return servers;
  }

  /** Shared by all users of this client, since a shard does not tell them apart either. */
  public BatchesUnderWay batches() {
    return batches;
  }

  /** Shared by all users of this client. */
  public KnownStreams streams() {
    return streams;
  }

  public RetryPolicy retries() {
    return options.retries();
  }

  void retried(MessinaException why, Duration wait) {
    tell(() -> options.retried().accept(why, wait));
  }

  /** Tells the application, whose failure changes nothing. */
  public static void tell(Runnable telling) {
    try {
      telling.run();
    } catch (Throwable e) {
      LOG.warn("The client's metrics failed", e);
    }
  }

  public int answerBytesMax() {
    return options.answerBytesMax();
  }

  /** Sends a request and waits for its answer, which a function reads from JSON. */
  public <T> T send(Call call, Function<JsonReader, T> answer) {
    return Blocking.await(sendAsync(call, answer));
  }

  /** Reads a whole list, page by page. */
  public <T> List<T> list(String path, String field, Class<T> element) {
    return list(path, Query.NONE, field, element);
  }

  /** Reads all of a list that is asked for, page by page. */
  public <T> List<T> list(String path, Query query, String field, Class<T> element) {
    List<T> all = new ArrayList<>();
    Optional<String> after = Optional.empty();
    do {
      after =
          send(
              Call.get(path + query.with("after", after)),
              json -> json.page(field, () -> all.addAll(json.records(element))));
    } while (after.isPresent());
    return List.copyOf(all);
  }

  /** Sends a request and waits for its answer, which is a record. */
  public <T> T send(Call call, Class<T> answer) {
    return Blocking.await(sendAsync(call, answer));
  }

  /** Sends a request and waits until it is done; its answer has no body. */
  public void sendForNothing(Call call) {
    var unused = Blocking.await(sendAsync(call));
  }

  /** Sends a request whose answer is a record. */
  public <T> CompletableFuture<T> sendAsync(Call call, Class<T> answer) {
    return sendAsync(call, json -> json.record(answer));
  }

  /** Sends a request whose answer a function reads from JSON. */
  public <T> CompletableFuture<T> sendAsync(Call call, Function<JsonReader, T> answer) {
    return FutureAnswers.map(sendAsync(call), good -> read(good, answer));
  }

  /**
   * Sends a request; the future fails with a {@link MessinaException} unless the answer is good.
   */
  public CompletableFuture<Answer> sendAsync(Call call) {
    return sendRepeating(call, failure -> {});
  }

  /** As {@link #sendAsync(Call)}, and tells of each failure after which the request is repeated. */
  public CompletableFuture<Answer> sendRepeating(Call call, Consumer<MessinaException> repeated) {
    Attempts attempts = new Attempts(this, call, repeated);
    open.add(attempts);
    CompletableFuture<Answer> result = attempts.result();
    var unused = result.whenComplete((answer, failure) -> open.remove(attempts));
    if (closed) {
      attempts.close();
    } else {
      attempts.begin();
    }
    return result;
  }

  public static <T> T read(Answer answer, Function<JsonReader, T> value) {
    try {
      return JsonReader.read(answer.body(), value);
    } catch (MalformedJsonException e) {
      throw new MessinaException.Failed(
          Problem.of("bad_answer", String.valueOf(e.getMessage())), e);
    }
  }

  CompletableFuture<HttpResponse<BoundedBody.Received>> attempt(String server, Call call) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server + call.path()))
            .method(call.method(), body(call))
            .header("Accept", Call.JSON);
    token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
    call.headers().forEach(request::header);
    return http.sendAsync(
        request.build(),
        head -> new BoundedBody(options.answerBytesMax(), surroundings.nanoTime()));
  }

  /** A file that is being replaced may have no token for a moment. */
  private Optional<String> token() {
    try {
      return options.token().next();
    } catch (IllegalArgumentException e) {
      throw new MessinaException.Unavailable(
          Problem.of("no_token", String.valueOf(e.getMessage())), e);
    }
  }

  private static HttpRequest.BodyPublisher body(Call call) {
    return call.body().length == 0
        ? BodyPublishers.noBody()
        : BodyPublishers.ofByteArray(call.body());
  }

  Duration timeOut(Call call) {
    return options.timeOut().plus(call.longest());
  }

  public void close() {
    closed = true;
    open.forEach(Attempts::close);
    surroundings.close();
  }
}
