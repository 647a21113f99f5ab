package io.messina.messaging.choice;

import io.messina.messaging.Message;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/**
 * When the messages of one connector leave, so that there are never more in a second than it takes,
 * of all and to each domain of mail. What is chosen by other processes counts by their share. Safe
 * for use by many threads.
 */
public final class Pacing {

  private static final double NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

  /** Sooner than this is at once: it takes so long to get there. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private static final int DOMAINS_MAX = 10_000;

  private final Pace pace;
  private final DoubleSupplier share;
  private final Map<String, Instant> next = new LinkedHashMap<>(16, 0.75f, true) { // under this
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
          return size() > DOMAINS_MAX;
        }
      };

  /**
   * How fast.
   *
   * @param perSecond messages per second, above 0; empty for no limit
   * @param perSecondAndDomain of them to one domain of mail, above 0; empty for no limit
   */
  public record Pace(Optional<Double> perSecond, Optional<Double> perSecondAndDomain) {

    /** As fast as it goes. */
    public static final Pace FREE = new Pace(Optional.empty(), Optional.empty());
  }

  /**
   * A pace that begins now.
   *
   * @param pace of the connector, in all processes
   * @param share of this process in it, from 0 to 1
   */
  public Pacing(Pace pace, DoubleSupplier share) {
    this.pace = pace;
    this.share = share;
  }

  /**
   * When a message may leave.
   *
   * @param message which is counted by that
   * @param now the time
   * @return empty for at once
   */
  public synchronized Optional<Instant> departure(Message message, Instant now) {
    Instant all = pace.perSecond.map(rate -> take("", rate, now)).orElse(now);
    Instant departure = all;
    if (pace.perSecondAndDomain.isPresent()) {
      departure = take(domain(message.recipient().to()), pace.perSecondAndDomain.get(), all);
    }
    return Duration.between(now, departure).compareTo(SOON) < 0
        ? Optional.empty()
        : Optional.of(departure.truncatedTo(ChronoUnit.MILLIS));
  }

  private Instant take(String what, double perSecond, Instant notBefore) {
    Instant free = next.getOrDefault(what, notBefore);
    Instant taken = free.isBefore(notBefore) ? notBefore : free;
    double own = perSecond * Math.max(share.getAsDouble(), 0.001);
    next.put(what, taken.plusNanos(Math.round(NANOS_PER_SECOND / own)));
    return taken;
  }

  private static String domain(String to) {
    return to.substring(to.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
  }
}
