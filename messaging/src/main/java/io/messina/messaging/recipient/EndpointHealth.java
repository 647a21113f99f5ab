package io.messina.messaging.recipient;

import io.messina.api.message.AccountName;
import io.messina.api.message.report.EndpointPage;
import io.messina.api.message.report.EndpointReport;
import io.messina.messaging.MessageStreams;
import io.messina.runtime.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The endpoints of webhooks that fail, and the time since which each takes none. Other processes
 * know a change within a minute. Safe for use by many threads.
 */
public final class EndpointHealth {

  /** An endpoint that has failed for so long is given up. */
  public static final Duration GIVEN_UP_AFTER = Duration.ofDays(5);

  /** A cached state is read again after this. */
  private static final Duration KNOWN = Duration.ofMinutes(1);

  /**
   * The time for which a failure counts; longer than the longest wait between attempts of a
   * webhook. Without an attempt for longer than this, it is unknown whether the endpoint has failed
   * all the time.
   */
  private static final Duration SEEN = Duration.ofHours(36);

  private static final int KNOWN_MAX = 10_000;

  private final Context context;
  private final MessageStreams streams;
  private final Map<Name, Known> known = new LinkedHashMap<>(16, 0.75f, true) { // under this
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Name, Known> eldest) {
          return size() > KNOWN_MAX;
        }
      };

  private record Name(AccountName account, String url) {}

  /**
   * The cached state of an endpoint.
   *
   * @param failingSince empty if it is healthy
   * @param until the state is read again after this
   */
  private record Known(Optional<Instant> failingSince, Instant until) {}

  /** Creates an empty cache. */
  public EndpointHealth(Context context, MessageStreams streams) {
    this.context = context;
    this.streams = streams;
  }

  /** Records that an endpoint has taken a webhook. */
  public void succeeded(AccountName account, String url) {
    Name name = new Name(account, url);
    Instant now = context.now();
    if (known(name, now).filter(it -> it.failingSince.isEmpty()).isEmpty()) {
      if (EndpointTable.find(context.store(), account, url).isPresent()) {
        EndpointTable.delete(context.store(), account, url, streams.nextTimestampMicros());
      }
      know(name, new Known(Optional.empty(), now.plus(KNOWN)));
    }
  }

  /**
   * Records that an endpoint has not taken a webhook.
   *
   * @param reason for people
   * @return the time since which it has taken none
   */
  public Instant failed(AccountName account, String url, String reason) {
    Name name = new Name(account, url);
    Instant now = context.now();
    Optional<Instant> since = known(name, now).flatMap(Known::failingSince);
    if (since.isPresent()) {
      return since.get();
    }
    Instant first =
        EndpointTable.find(context.store(), account, url)
            .filter(standing -> now.isBefore(standing.lastFailure().plus(SEEN)))
            .map(EndpointReport::failingSince)
            .orElse(now);
    EndpointTable.write(
        context.store(),
        account,
        new EndpointReport(url, first, now, reason),
        streams.nextTimestampMicros());
    know(name, new Known(Optional.of(first), now.plus(KNOWN)));
    return first;
  }

  /** Forgets the failures of an endpoint that an operator enables again. */
  void forget(AccountName account, String url) {
    EndpointTable.delete(context.store(), account, url, streams.nextTimestampMicros());
    synchronized (this) {
      known.remove(new Name(account, url));
    }
  }

  /**
   * Checks the position after which a page begins.
   *
   * @param next of the page before
   * @return the endpoint
   * @throws IllegalArgumentException if it is no endpoint
   */
  public static String place(String next) {
    if (!next.startsWith("http://") && !next.startsWith("https://")) {
      throw new IllegalArgumentException(
          "after: not as in an answer (expected: its next, an endpoint)");
    }
    return next;
  }

  /**
   * Lists the failing endpoints.
   *
   * @param after the next of the page before
   */
  public EndpointPage list(AccountName account, Optional<String> after, int limit) {
    List<EndpointReport> found = EndpointTable.read(context.store(), account, after, limit + 1);
    if (found.size() <= limit) {
      return new EndpointPage(found, Optional.empty());
    }
    List<EndpointReport> page = found.subList(0, limit);
    return new EndpointPage(page, Optional.of(page.getLast().url()));
  }

  private synchronized Optional<Known> known(Name name, Instant now) {
    return Optional.ofNullable(known.get(name)).filter(it -> now.isBefore(it.until));
  }

  private synchronized void know(Name name, Known now) {
    known.put(name, now);
  }
}
