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
 * Which endpoints fail, and since when nothing was taken by them. What one process notes, others
 * know within a minute. Safe for use by many threads.
 */
public final class EndpointHealth {

  /** An endpoint that has failed for so long is given up. */
  public static final Duration GIVEN_UP_AFTER = Duration.ofDays(5);

  /** What is known is looked up again after this. */
  private static final Duration KNOWN = Duration.ofMinutes(1);

  /**
   * For how long a failure says how the endpoint is; longer than a webhook waits to be tried again.
   * Where nothing was sent for longer, nobody knows that it has failed all the time.
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
   * What was last known.
   *
   * @param failingSince empty if it is well
   * @param until when that is looked up again
   */
  private record Known(Optional<Instant> failingSince, Instant until) {}

  /**
   * Nothing is known yet.
   *
   * @param context of the process
   * @param streams of messages
   */
  public EndpointHealth(Context context, MessageStreams streams) {
    this.context = context;
    this.streams = streams;
  }

  /**
   * An endpoint has taken a webhook.
   *
   * @param account whose webhook
   * @param url of the endpoint
   */
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
   * An endpoint has not taken a webhook.
   *
   * @param account whose webhook
   * @param url of the endpoint
   * @param reason for people
   * @return since when it has taken none, as far as it was tried
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

  /**
   * Forgets that an endpoint has failed, as somebody lets it be tried again.
   *
   * @param account whose
   * @param url of the endpoint
   */
  void forget(AccountName account, String url) {
    EndpointTable.delete(context.store(), account, url, streams.nextTimestampMicros());
    synchronized (this) {
      known.remove(new Name(account, url));
    }
  }

  /**
   * Reads where a page ended.
   *
   * @param next of that page
   * @return the endpoint
   * @throws IllegalArgumentException with a sentence, if it is something else
   */
  public static String place(String next) {
    if (!next.startsWith("http://") && !next.startsWith("https://")) {
      throw new IllegalArgumentException(
          "after: not as in an answer (expected: its next, an endpoint)");
    }
    return next;
  }

  /**
   * Lists those that fail.
   *
   * @param account whose
   * @param after the next of the page before
   * @param limit how many at most
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
