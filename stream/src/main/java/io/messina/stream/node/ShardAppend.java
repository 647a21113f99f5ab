package io.messina.stream.node;

import io.messina.stream.Event;
import io.messina.stream.ShardId;
import io.messina.stream.log.EventRun;
import io.messina.stream.owner.AppendedSpan;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnerAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadFactory;

/** An append to one shard in progress: one attempt after the other, each to the current owner. */
final class ShardAppend {

  private final Router router;
  private final ThreadFactory threads;
  private final ShardId shard;
  private final EventRun events;
  private final boolean deduplicates;
  private final RequestBuffer.Request request;
  private final Answer answer;

  ShardAppend(
      Router router,
      RequestBuffer buffer,
      ThreadFactory threads,
      ShardId shard,
      EventRun events,
      boolean deduplicates,
      Answer answer) {
    this.router = router;
    this.threads = threads;
    this.shard = shard;
    this.events = events;
    this.deduplicates = deduplicates;
    this.answer = answer;
    this.request = buffer.request(shard, safety(), events.bytes(), buffer.most());
  }

  /** Takes what came of it, once. */
  interface Answer {

    void stored(List<AppendedSpan> spans);

    void failed(RuntimeException failure);
  }

  /** Does not block: another node is asked on a thread of its own. */
  void start() {
    if (router.isOwned(shard)) {
      send(Optional.of(router.here()));
    } else {
      threads.newThread(this::begin).start();
    }
  }

  private void begin() {
    try {
      if (!request.standsBehindOthers(turn())) {
        send(router.find(shard));
      }
    } catch (RuntimeException e) {
      end(e);
    }
  }

  private RequestBuffer.Turn turn() {
    return new RequestBuffer.Turn() {
      @Override
      public void send(Optional<OwnerAddress> owner) {
        if (owner.map(router::isHere).orElse(true)) {
          ShardAppend.this.send(owner);
        } else {
          threads.newThread(() -> ShardAppend.this.send(owner)).start();
        }
      }

      @Override
      public void end(RuntimeException failure) {
        ShardAppend.this.end(failure);
      }
    };
  }

  private void send(Optional<OwnerAddress> owner) {
    try {
      var _ =
          router
              .shard(owner.orElseThrow(() -> new NotOwnerException(shard)), shard)
              .append(events)
              .whenComplete(
                  (spans, failure) -> {
                    if (failure == null) {
                      stored(spans);
                    } else {
                      failed(owner, cause(failure));
                    }
                  });
    } catch (RuntimeException e) {
      failed(owner, e);
    }
  }

  private void stored(List<AppendedSpan> spans) {
    request.close();
    answer.stored(spans);
  }

  private void failed(Optional<OwnerAddress> owner, RuntimeException failure) {
    try {
      request.failed(owner, failure, turn());
    } catch (RuntimeException e) {
      end(e);
    }
  }

  private void end(RuntimeException failure) {
    request.close();
    answer.failed(failure);
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
