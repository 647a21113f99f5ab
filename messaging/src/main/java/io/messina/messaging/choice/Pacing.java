package io.messina.messaging.choice;

import io.messina.api.message.PaceOptions;
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
 * When the messages of one connector leave, so that there are never more in a while than it takes,
 * of all and to each domain of mail. What is chosen by other processes counts by their share. Safe
 * for use by many threads.
 */
public final class Pacing {

  private static final double NANOS_PER_MINUTE = Duration.ofMinutes(1).toNanos();

  /** Sooner than this is at once: it takes so long to get there. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private static final int DOMAINS_MAX = 10_000;

  private final PaceOptions pace;
  private final DoubleSupplier share;
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
    Instant all = isLimited() ? take("", this::perMinute, now) : now;
    Instant departure =
        pace.perMinuteAndDomain()
            .map(rate -> take(domain(message.recipient().to()), _ -> rate, all))
            .orElse(all);
    return Duration.between(now, departure).compareTo(SOON) < 0
        ? Optional.empty()
        : Optional.of(departure.truncatedTo(ChronoUnit.MILLIS));
  }

  private boolean isLimited() {
    return pace.perMinute().isPresent() || pace.warmUp().isPresent();
  }

  /** A sender that warms up is faster when a message leaves than when it is chosen for. */
  private double perMinute(Instant departure) {
    return Math.min(
        pace.perMinute().map(Integer::doubleValue).orElse(Double.MAX_VALUE),
        pace.warmUp().map(it -> it.perMinute(departure)).orElse(Double.MAX_VALUE));
  }

  private Instant take(String what, ToDoubleFunction<Instant> perMinute, Instant notBefore) {
    Instant free = next.getOrDefault(what, notBefore);
    Instant taken = free.isBefore(notBefore) ? notBefore : free;
    double own = perMinute.applyAsDouble(taken) * Math.max(share.getAsDouble(), 0.001);
    next.put(what, taken.plusNanos(Math.round(NANOS_PER_MINUTE / own)));
    return taken;
  }

  private static String domain(String to) {
    return to.substring(to.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
  }
}
