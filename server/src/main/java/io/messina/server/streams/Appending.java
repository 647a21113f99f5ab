package io.messina.server.streams;

import io.messina.api.Appended;
import io.messina.api.EventId;
import io.messina.api.ProblemCode;
import io.messina.api.RefusedLine;
import io.messina.runtime.RequestException;
import io.messina.server.ingest.Ingested;
import io.messina.server.ingest.IngestedEvent;
import io.messina.server.problem.ProblemAnswer;
import io.messina.server.problem.ProblemException;
import io.messina.server.problem.Problems;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.node.AppendResult;
import io.messina.stream.node.PartlyStoredException;
import io.messina.stream.node.Stream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Stores the events of one request, and keeps their ids. For one thread. */
final class Appending {

  private static final int SCHEDULED_AT_ONCE = 64;

  private final Stream stream;
  private final List<IngestedEvent> events;
  private final @Nullable EventId[] ids;
  private int accepted;
  private int duplicates;
  private int unchecked;

  Appending(Stream stream, Ingested ingested) {
    this.stream = stream;
    this.events = ingested.events();
    this.ids = new EventId[events.size()];
  }

  int accepted() {
    return accepted;
  }

  /** The results so far. */
  Appended appended(List<RefusedLine> refused) {
    List<Optional<EventId>> known = Arrays.stream(ids).map(Optional::ofNullable).toList();
    return new Appended(accepted, duplicates, unchecked, known, refused);
  }

  void run() {
    appendNow(indices(false));
    appendLater(indices(true));
  }

  private int[] indices(boolean later) {
    return IntStream.range(0, events.size())
        .filter(i -> events.get(i).notBefore().isPresent() == later)
        .toArray();
  }

  private void appendNow(int[] indices) {
    if (indices.length == 0) {
      return;
    }
    List<Event> some = Arrays.stream(indices).mapToObj(i -> events.get(i).event()).toList();
    try {
      take(indices, stream.append(some));
    } catch (PartlyStoredException e) {
      take(indices, e.stored());
      throw partly(e.failure());
    }
  }

  private void take(int[] indices, AppendResult result) {
    List<Optional<EventAddress>> all = result.ids();
    for (int i = 0; i < all.size(); i++) {
      ids[indices[i]] = all.get(i).map(EventAddress::id).orElse(null);
    }
    accepted = result.accepted();
    duplicates = result.duplicates();
    unchecked = result.unchecked();
  }

  private void appendLater(int[] indices) {
    if (indices.length == 0) {
      return;
    }
    RequestException failure = schedule(indices);
    if (failure != null && accepted + duplicates > 0) {
      throw partly(failure);
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Each needs a separate write, so many wait at once. */
  private @Nullable RequestException schedule(int[] indices) {
    RequestException failure = null;
    try (ExecutorService threads =
        Executors.newFixedThreadPool(
            Math.min(SCHEDULED_AT_ONCE, indices.length), Thread.ofVirtual().factory())) {
      List<Future<EventId>> scheduled =
          Arrays.stream(indices).mapToObj(i -> threads.submit(schedule(events.get(i)))).toList();
      for (int i = 0; i < indices.length; i++) {
        try {
          ids[indices[i]] = scheduled.get(i).get();
          accepted++;
        } catch (ExecutionException e) {
          failure = worse(failure, e);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new RequestException.Unknown("append: interrupted");
        }
      }
    }
    return failure;
  }

  private Callable<EventId> schedule(IngestedEvent event) {
    Instant due = wholeMillis(event.notBefore().orElseThrow());
    return () -> stream.schedule(event.event(), due).id();
  }

  /** Not before, hence rounded up. */
  private static Instant wholeMillis(Instant time) {
    if (time.isBefore(Instant.EPOCH)) {
      return Instant.EPOCH;
    }
    Instant millis = time.truncatedTo(ChronoUnit.MILLIS);
    return millis.equals(time) ? millis : millis.plusMillis(1);
  }

  private static RequestException worse(
      @Nullable RequestException known, ExecutionException thrown) {
    if (!(thrown.getCause() instanceof RequestException failure)) {
      throw new IllegalStateException("the schedule failed", thrown.getCause());
    }
    return known instanceof RequestException.Unknown ? known : failure;
  }

  private ProblemException partly(RequestException failure) {
    return partly(failure, appended(List.of()));
  }

  /** The answer where only some are stored. */
  static ProblemException partly(RequestException failure, Appended stored) {
    ProblemCode code = Problems.codeOf(failure);
    return new ProblemException(
        new ProblemAnswer(code, String.valueOf(failure.getMessage()), Map.of("stored", stored)));
  }

  static Appended appended(AppendResult result, List<RefusedLine> refused) {
    return new Appended(
        result.accepted(),
        result.duplicates(),
        result.unchecked(),
        result.ids().stream().map(id -> id.map(EventAddress::id)).toList(),
        refused);
  }
}
