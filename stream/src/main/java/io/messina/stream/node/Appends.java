package io.messina.stream.node;

import io.messina.runtime.RequestException;
import io.messina.stream.Event;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.log.ShardRuns;
import io.messina.stream.owner.AppendedSpan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;

/**
 * Appends of a node: assigns events to shards, sends each part to its owner, and combines the
 * answers.
 */
final class Appends {

  /** The most events of one append. */
  static final int EVENTS_MAX = 100_000;

  private final Router router;
  private final Patience patience;
  private final ThreadFactory threads;
  private final Placing placing;

  Appends(Router router, Patience patience, ThreadFactory threads) {
    this.router = router;
    this.patience = patience;
    this.threads = threads;
    this.placing = new Placing(patience.random().nextLong());
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
    if (events.parts().size() == 1) {
      return start(stream, events, 0)
          .thenApply(spans -> new AppendResult(events.count(), events.partOf(), List.of(spans)));
    }
    List<CompletableFuture<List<AppendedSpan>>> answers = new ArrayList<>(events.parts().size());
    for (int part = 0; part < events.parts().size(); part++) {
      answers.add(start(stream, events, part));
    }
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .handle((_, _) -> result(events, answers));
  }

  private CompletableFuture<List<AppendedSpan>> start(
      CatalogStream stream, ShardRuns events, int part) {
    ShardId shard = stream.shard(events.shards()[part]);
    // If the deduplication window can end while the append waits for an owner, a repeat could be
    // stored twice.
    boolean deduplicates = stream.options().deduplicate().compareTo(patience.most()) > 0;
    return new ShardAppend(router, patience, threads, shard, events.parts().get(part), deduplicates)
        .start();
  }

  private static AppendResult result(
      ShardRuns events, List<CompletableFuture<List<AppendedSpan>>> answers) {
    List<RequestException> failures = new ArrayList<>();
    List<List<AppendedSpan>> spans = new ArrayList<>();
    for (CompletableFuture<List<AppendedSpan>> answer : answers) {
      if (answer.isCompletedExceptionally()) {
        failures.add(failure(answer.exceptionNow()));
        spans.add(List.of());
      } else {
        spans.add(answer.resultNow());
      }
    }
    AppendResult result = new AppendResult(events.count(), events.partOf(), spans);
    if (failures.isEmpty()) {
      return result;
    }
    RequestException gravest = Collections.max(failures, Comparator.comparingInt(Appends::gravity));
    throw failures.size() == answers.size() ? gravest : new PartlyStoredException(gravest, result);
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
