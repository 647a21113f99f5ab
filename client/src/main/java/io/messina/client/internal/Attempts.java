package io.messina.client.internal;

import io.messina.client.error.MessinaException;
import io.messina.client.error.Problem;
import io.messina.client.error.RetryPolicy;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request and all attempts at it, each of which asks every server once at most. They follow one
 * another, so their fields need no lock.
 */
final class Attempts {

  private final Transport transport;
  private final Call call;
  private final Consumer<MessinaException> repeated;
  private final CompletableFuture<Answer> result = new CompletableFuture<>();
  private final long begun;
  private final AtomicInteger attempts = new AtomicInteger();
  private final Map<String, MessinaException> failures = new LinkedHashMap<>();
  private @Nullable MessinaException doubt;
  private volatile @Nullable Runnable cancellation;

  Attempts(Transport transport, Call call, Consumer<MessinaException> repeated) {
    this.transport = transport;
    this.call = call;
    this.repeated = repeated;
    this.begun = transport.surroundings().nanoTime();
    var unused = result.whenComplete((answer, failure) -> cancel());
  }

  CompletableFuture<Answer> result() {
    return result;
  }

  void begin() {
    attempts.incrementAndGet();
    failures.clear();
    ask(transport.servers().preferred());
  }

  private void ask(String server) {
    Duration limit = transport.timeOut(call);
    CompletableFuture<HttpResponse<BoundedBody.Received>> sent = attempt(server);
    CompletableFuture<Answer> answer = sent.thenApply(Attempts::answer);
    Runnable timer =
        transport
            .surroundings()
            .schedule(limit, () -> answer.completeExceptionally(ProblemAnswers.timeOut(limit)));
    cancelBy(() -> sent.cancel(true));
    var unused =
        answer.whenComplete(
            (good, failure) -> {
              timer.run();
              sent.cancel(true);
              ended(server, good, failure);
            });
  }

  private CompletableFuture<HttpResponse<BoundedBody.Received>> attempt(String server) {
    try {
      return transport.attempt(server, call);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void ended(String server, @Nullable Answer answer, @Nullable Throwable failure) {
    if (answer != null && answer.isGood()) {
      transport.servers().answered(server);
      result.complete(answer);
    } else if (!result.isDone()) {
      failed(
          server, answer != null ? ProblemAnswers.of(answer) : ProblemAnswers.of(cause(failure)));
    }
  }

  private void failed(String server, MessinaException failure) {
    if (failure instanceof MessinaException.Unknown || failure.problem().stored().isPresent()) {
      doubt = failure;
    }
    if (!ProblemAnswers.mayBeDoneElsewhere(failure)) {
      transport.servers().answered(server);
      repeatLater(failure, failure);
      return;
    }
    transport.servers().failed(server);
    failures.put(server, failure);
    Optional<String> other = transport.servers().otherThan(failures.keySet());
    if (other.isPresent() && call.mayRepeatAfter(failure) && mayAskAtOnce()) {
      repeated(failure, Duration.ZERO);
      ask(other.get());
    } else {
      repeatLater(failure, failures.size() > 1 ? ProblemAnswers.ofAll(failures, doubt) : failure);
    }
  }

  /** A client that tries everything once asks another server only if nothing was done. */
  private boolean mayAskAtOnce() {
    RetryPolicy policy = transport.retries();
    return policy.attempts() == 1 ? doubt == null : isTime(Duration.ZERO, policy);
  }

  private void repeatLater(MessinaException failure, MessinaException end) {
    RetryPolicy policy = transport.retries();
    Duration wait = policy.wait(attempts.get(), transport.surroundings().random());
    Duration told = failure.problem().retryAfter().orElse(Duration.ZERO);
    Duration until = told.compareTo(wait) > 0 ? told.plus(wait) : wait;
    if (call.mayRepeatAfter(failure)
        && attempts.get() < policy.attempts()
        && isTime(until, policy)) {
      repeated(failure, until);
      cancelBy(transport.surroundings().schedule(until, this::begin));
    } else {
      result.completeExceptionally(end);
    }
  }

  private void repeated(MessinaException failure, Duration wait) {
    repeated.accept(failure);
    transport.retried(failure, wait);
  }

  private boolean isTime(Duration wait, RetryPolicy policy) {
    long spent = transport.surroundings().nanoTime() - begun;
    return wait.plusNanos(spent).compareTo(policy.within()) <= 0;
  }

  private void cancelBy(Runnable cancellation) {
    this.cancellation = cancellation;
    if (result.isDone()) {
      cancel();
    }
  }

  private void cancel() {
    Runnable current = cancellation;
    if (current != null) {
      current.run();
    }
  }

  void close() {
    result.completeExceptionally(
        new MessinaException.Unknown(Problem.of("closed", "the client was closed"), null));
  }

  private static Answer answer(HttpResponse<BoundedBody.Received> response) {
    Optional<Duration> retryAfter =
        response.headers().firstValue("Retry-After").flatMap(Attempts::seconds);
    BoundedBody.Received body = response.body();
    return new Answer(response.statusCode(), retryAfter, body.bytes(), body.beganNanoTime());
  }

  /**
   * HTTP also allows a date, but it is from another machine's clock: the usual wait is used
   * instead.
   */
  private static Optional<Duration> seconds(String text) {
    return text.matches("\\d{1,6}")
        ? Optional.of(Duration.ofSeconds(Long.parseLong(text)))
        : Optional.empty();
  }

  private static Throwable cause(@Nullable Throwable failure) {
    return failure == null
        ? new IllegalStateException("no answer")
        : FutureAnswers.unwrapped(failure);
  }
}
