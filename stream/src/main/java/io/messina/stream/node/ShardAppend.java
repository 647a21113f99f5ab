package io.messina.stream.node;

import io.messina.runtime.RequestException;
import io.messina.stream.Event;
import io.messina.stream.ShardId;
import io.messina.stream.log.EventRun;
import io.messina.stream.owner.AppendedSpan;
import io.messina.stream.owner.NotOwnerException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** An append to one shard in progress: one attempt after the other, each to the current owner. */
final class ShardAppend {

  private final Router router;
  private final Patience patience;
  private final ThreadFactory threads;
  private final ShardId shard;
  private final EventRun events;
  private final boolean deduplicates;
  private final long beganNanos;
  private final Answer answer;
  private @Nullable RequestRetry retry; // of the current attempt

  ShardAppend(
      Router router,
      Patience patience,
      ThreadFactory threads,
      ShardId shard,
      EventRun events,
      boolean deduplicates,
      Answer answer) {
    this.router = router;
    this.patience = patience;
    this.threads = threads;
    this.shard = shard;
    this.events = events;
    this.deduplicates = deduplicates;
    this.answer = answer;
    this.beganNanos = patience.time().nanoTime();
  }

  /** Takes what came of it, once. */
  interface Answer {

    void stored(List<AppendedSpan> spans);

    void failed(RuntimeException failure);
  }

  /** Does not block: another node is asked on a thread of its own. */
  void start() {
    if (router.isOwned(shard)) {
      attempt();
    } else {
      threads.newThread(this::attempt).start();
    }
  }

  private void attempt() {
    Optional<OwnerAddress> route = Optional.empty();
    try {
      route = router.find(shard);
      if (route.isEmpty()) {
        failed(route, new NotOwnerException(shard));
      } else {
        send(route.get());
      }
    } catch (RuntimeException e) {
      failed(route, e);
    }
  }

  private void send(OwnerAddress route) {
    var _ =
        router
            .service(route)
            .shard(shard)
            .append(events)
            .whenComplete(
                (spans, failure) -> {
                  if (failure == null) {
                    succeeded(spans);
                  } else {
                    failed(Optional.of(route), cause(failure));
                  }
                });
  }

  private void succeeded(List<AppendedSpan> spans) {
    end();
    answer.stored(spans);
  }

  private void failed(Optional<OwnerAddress> route, RuntimeException failure) {
    if (!(failure instanceof RequestException)) {
      route.ifPresent(wrong -> router.forget(shard, wrong));
    }
    Duration pause;
    try {
      pause = requestRetry().after(failure);
    } catch (RuntimeException e) {
      end();
      answer.failed(e);
      return;
    }
    var _ = patience.time().schedule(pause, this::attempt);
  }

  private RequestRetry requestRetry() {
    RequestRetry standing = retry;
    if (standing == null) {
      standing = patience.retry(shard, safety(), events.bytes(), beganNanos, patience.most());
      retry = standing;
    }
    return standing;
  }

  private void end() {
    RequestRetry standing = retry;
    if (standing != null) {
      standing.close();
    }
  }

  /** Safe if the shard recognises each event by its key or number. */
  private Retry safety() {
    boolean areKnownAgain =
        events.key().isPresent()
            ? deduplicates
            : events.isAnyNumberedOrKeyed()
                && events.events().stream().allMatch(this::isKnownAgain);
    return areKnownAgain ? Retry.SAFE : Retry.UNSAFE;
  }

  private boolean isKnownAgain(Event event) {
    return event.sourceBatch().isPresent() || (deduplicates && event.idempotencyKey().isPresent());
  }

  private RuntimeException cause(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof RuntimeException known
        ? known
        : new IllegalStateException(shard + ": the append failed", cause);
  }
}
