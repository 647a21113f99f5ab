package io.messina.enrichment.configured;

import io.messina.api.enrichment.EnrichmentDefinition;
import io.messina.api.enrichment.EnrichmentReport;
import io.messina.api.enrichment.EnrichmentTotals;
import io.messina.runtime.LogOnce;
import io.messina.runtime.Mutex;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.stream.StreamException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one generation of an enrichment running on this node, on a thread of its own, so that one
 * that waits delays no other. Safe for use by many threads.
 */
final class EnrichmentRunner {

  private static final Logger LOG = LoggerFactory.getLogger(EnrichmentRunner.class);
  private static final Duration PACE = Duration.ofSeconds(1);

  /** Fewer failures in a row are not reported: a stream may have to find owners for its shards. */
  private static final int FAILURES_MIN = 10;

  private final EnrichmentSite site;
  private final EnrichmentDefinition definition;
  private final LogOnce trouble;
  private final CompletableFuture<Void> tried = new CompletableFuture<>();
  private final Mutex lock = new Mutex(); // whoever begins or ends it
  private volatile @Nullable RunningEnrichment running; // written under the lock
  private volatile Optional<String> hindrance = Optional.empty();
  private int failures; // under the lock
  private boolean closed; // under the lock

  EnrichmentRunner(EnrichmentSite site, EnrichmentDefinition definition) {
    this.site = site;
    this.definition = definition;
    this.trouble = new LogOnce(LOG, "the enrichment " + definition.name() + " does not run");
  }

  EnrichmentDefinition definition() {
    return definition;
  }

  /** Starts, without waiting. To be called once. */
  void start() {
    site.start(
        () -> {
          while (look()) {
            tried.complete(null);
            UninterruptibleSleep.sleep(site.time(), PACE);
          }
          tried.complete(null);
        });
  }

  /** Waits until it has begun, or could not, or for some time. */
  void awaitTried(Duration most) {
    var _ = tried.copy().completeOnTimeout(null, most.toNanos(), TimeUnit.NANOSECONDS).join();
  }

  /** Ends it. Repeating it changes nothing. */
  void close() {
    try (var _ = lock.hold()) {
      closed = true;
      stop();
    }
  }

  /**
   * What runs.
   *
   * @throws StreamException.Unavailable if nothing does
   */
  RunningEnrichment running() {
    RunningEnrichment now = running;
    if (now == null) {
      throw new StreamException.Unavailable(
          definition.name() + ": " + hindrance.orElse("it does not run on this node yet"));
    }
    return now;
  }

  EnrichmentReport report() {
    RunningEnrichment now = running;
    return new EnrichmentReport(
        definition,
        now != null,
        hindrance.or(() -> Optional.ofNullable(now).flatMap(RunningEnrichment::trouble)),
        Optional.ofNullable(now).flatMap(EnrichmentRunner::lag),
        now == null ? EnrichmentTotals.NONE : now.totals());
  }

  private static Optional<Long> lag(RunningEnrichment now) {
    try {
      return Optional.of(now.lag());
    } catch (StreamException _) {
      // Deleted meanwhile, or the store is silent.
      return Optional.empty();
    }
  }

  /** Whether to look again. */
  private boolean look() {
    try (var _ = lock.hold()) {
      if (!closed) {
        run();
      }
      return !closed;
    }
  }

  private void run() {
    try {
      RunningEnrichment now = running;
      if (now != null && !now.isThere()) {
        stop();
      }
      if (running == null) {
        running = RunningEnrichment.start(site.context(), site.streams(), definition);
      }
      failures = 0;
      hindrance = Optional.empty();
      trouble.succeeded();
    } catch (RuntimeException e) {
      hindrance = Optional.of(String.valueOf(e.getMessage()));
      failures++;
      if (failures >= FAILURES_MIN) {
        trouble.failed(e);
      }
    }
  }

  private void stop() {
    RunningEnrichment now = running;
    running = null;
    if (now != null) {
      now.enrichment().close();
    }
  }
}
