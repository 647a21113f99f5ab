package io.messina.messaging.route;

import io.messina.api.message.connector.PaceOptions;
import io.messina.messaging.Message;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;

/**
 * The times at which the messages of one connector may leave, so that its pace is kept, in total
 * and for each domain of mail. Each process takes its share of the pace. Safe for use by many
 * threads.
 */
public final class Pacing {

  private static final double NANOS_PER_MINUTE = Duration.ofMinutes(1).toNanos();

  /** A shorter wait counts as none, as the way to the connector takes as long. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private static final int DOMAINS_MAX = 10_000;

  private final PaceOptions pace;
  private final DoubleSupplier share;
  private final Instant began;
  private final Map<String, Instant> next = new LinkedHashMap<>(16, 0.75f, true) { // under this
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
          return size() > DOMAINS_MAX;
        }
      };

  /**
   * A pace that begins now.
   *
   * @param pace of the connector, in all processes
   * @param share of this process in it, from 0 to 1
   */
  public Pacing(PaceOptions pace, DoubleSupplier share) {
    this(pace, share, Instant.MIN);
  }

  private Pacing(PaceOptions pace, DoubleSupplier share, Instant began) {
    this.pace = pace;
    this.share = share;
    this.began = began;
  }

  /**
   * The pace for each domain of mail alone.
   *
   * @param share of this process in it, from 0 to 1
   * @param began each domain begins as if a message had left at this time
   */
  public static Pacing ofDomains(PaceOptions pace, DoubleSupplier share, Instant began) {
    PaceOptions domains =
        new PaceOptions(Optional.empty(), pace.perMinuteAndDomain(), Optional.empty());
    return new Pacing(domains, share, began);
  }

  /**
   * Reserves a departure for a message.
   *
   * @return empty for at once
   */
  public synchronized Optional<Instant> departure(Message message, Instant now) {
    Instant all =
        pace.perMinute(now).isPresent()
            ? take("", at -> pace.perMinute(at).orElseThrow(), now)
            : now;
    Instant departure =
        pace.perMinuteAndDomain()
            .map(rate -> take(domain(message.recipient().to()), _ -> rate, all))
            .orElse(all);
    return Duration.between(now, departure).compareTo(SOON) < 0
        ? Optional.empty()
        : Optional.of(departure.truncatedTo(ChronoUnit.MILLIS));
  }

  private Instant take(String what, ToDoubleFunction<Instant> perMinute, Instant notBefore) {
    Instant free = next.getOrDefault(what, behind(began, perMinute.applyAsDouble(notBefore)));
    Instant taken = free.isBefore(notBefore) ? notBefore : free;
    // A sender that warms up is faster when a message leaves than when it is chosen for.
    next.put(what, behind(taken, perMinute.applyAsDouble(taken)));
    return taken;
  }

  private Instant behind(Instant taken, double perMinute) {
    double own = perMinute * Math.max(share.getAsDouble(), 0.001);
    return taken.plusNanos(Math.round(NANOS_PER_MINUTE / own));
  }

  private static String domain(String to) {
    return to.substring(to.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
  }
}
