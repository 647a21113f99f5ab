package io.messina.stream.node;

import io.messina.runtime.RequestException;
import io.messina.stream.Event;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.log.EventRun;
import io.messina.stream.log.ShardRuns;
import io.messina.stream.owner.AppendedSpan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/**
 * Appends of a node: assigns events to shards, sends each part to its owner, and combines the
 * answers.
 */
final class Appends {

  /** The most events of one append. */
  static final int EVENTS_MAX = 100_000;

  private final Router router;
  private final RequestBuffer buffer;
  private final ThreadFactory threads;
  private final Placing placing;

  Appends(Router router, RequestBuffer buffer, RandomGenerator random, ThreadFactory threads) {
    this.router = router;
    this.buffer = buffer;
    this.threads = threads;
    this.placing = new Placing(random.nextLong());
  }

  Placing placing() {
    return placing;
  }

  CompletableFuture<AppendResult> append(CatalogStream stream, List<Event> events) {
    check(events.size());
    return append(stream, placing.place(stream.keyPlacement(), events));
  }

  CompletableFuture<AppendResult> append(CatalogStream stream, ShardRuns events) {
    check(events.count());
    Answers answers = new Answers(events);
    // If the deduplication window can end while the append waits for an owner, a repeat could be
    // stored twice.
    boolean deduplicates = stream.options().deduplicate().compareTo(buffer.most()) > 0;
    for (int part = 0; part < events.parts().size(); part++) {
      ShardId shard = stream.shard(events.shards()[part]);
      EventRun run = events.parts().get(part);
      new ShardAppend(router, buffer, threads, shard, run, deduplicates, answers.of(part)).start();
    }
    return answers.all;
  }

  /** Gathers what came of the parts of an append. */
  private static final class Answers {

    private final ShardRuns events;
    private final CompletableFuture<AppendResult> all = new CompletableFuture<>();
    private final AtomicInteger open;
    private final List<List<AppendedSpan>> spans; // of each part; none: not known to be stored
    private final Queue<RequestException> failures = new ConcurrentLinkedQueue<>();

    Answers(ShardRuns events) {
      this.events = events;
      this.open = new AtomicInteger(events.parts().size());
      this.spans = new ArrayList<>(Collections.nCopies(events.parts().size(), List.of()));
    }

    ShardAppend.Answer of(int part) {
      return new ShardAppend.Answer() {
        @Override
        public void stored(List<AppendedSpan> stored) {
          spans.set(part, stored);
          ended();
        }

        @Override
        public void failed(RuntimeException failure) {
          failures.add(failure(failure));
          ended();
        }
      };
    }

    private void ended() {
      if (open.decrementAndGet() > 0) {
        return;
      }
      AppendResult result = new AppendResult(events.count(), events.partOf(), spans);
      if (failures.isEmpty()) {
        all.complete(result);
        return;
      }
      RequestException gravest =
          Collections.max(failures, Comparator.comparingInt(Appends::gravity));
      all.completeExceptionally(
          failures.size() == spans.size() ? gravest : new PartlyStoredException(gravest, result));
    }
  }

  /** An unexpected failure does not tell whether the events were stored. */
  private static RequestException failure(Throwable failure) {
    if (failure instanceof RequestException known) {
      return known;
    }
    RequestException unknown = new RequestException.Unknown("append: " + failure.getMessage());
    unknown.initCause(failure);
    return unknown;
  }

  private static int gravity(RequestException failure) {
    return switch (failure) {
      case RequestException.Unavailable _ -> 0;
      case RequestException.Overloaded _ -> 1;
      case RequestException.NotFound _ -> 2;
      case RequestException.Refused _ -> 3;
      case RequestException.Unknown _ -> 4;
    };
  }

  private static void check(int count) {
    if (count < 1 || count > EVENTS_MAX) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.OUT_OF_BOUNDS,
          "events: " + count + " (expected: from 1 to " + EVENTS_MAX + ")");
    }
  }
}
