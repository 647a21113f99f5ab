package io.messina.messaging.send;

import io.messina.api.message.connector.PaceOptions;
import io.messina.messaging.Message;
import io.messina.messaging.route.Pacing;
import io.messina.runtime.NodeTime;
import io.messina.stream.ClaimPace;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleSupplier;

/**
 * Keeps the pace of one connector at the moment of sending, also when many messages are due at once
 * after a stop or a pause of its provider. In any period at most the pace's share leaves, plus that
 * of one second and one message; it begins with no room, so that this also holds over a restart.
 * Each process takes its share of the pace, by the shards of the connector that it owns. Safe for
 * use by many threads.
 */
final class SendPace implements ClaimPace {

  private static final double SECONDS_PER_MINUTE = 60;
  private static final double NANOS_PER_SECOND = 1e9;

  /** So long nothing is claimed at least, so that some may be claimed together. */
  private static final Duration WAIT_MIN = Duration.ofMillis(100);

  private static final Duration SHARED_WAIT_MAX = Duration.ofSeconds(1);
  private static final double SHARE_MIN = 0.001;
  private static final int TURNS_MAX = 10_000;

  private final NodeTime time;
  private final PaceOptions pace;
  private final DoubleSupplier share;
  private final Pacing domains;
  private double room; // under this
  private long countedNanos; // under this
  private double countedPerSecond; // under this
  private final Map<String, Instant> turns = new LinkedHashMap<>() { // under this
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
          return size() > TURNS_MAX;
        }
      };

  /**
   * A pace that begins now.
   *
   * @param share of this process in it, from 0 to 1
   */
  SendPace(NodeTime time, PaceOptions pace, DoubleSupplier share) {
    this.time = time;
    this.pace = pace;
    this.share = share;
    this.domains = Pacing.ofDomains(pace, share, time.wall().instant());
    this.countedNanos = time.nanoTime();
    this.countedPerSecond = perSecond().orElse(0);
  }

  @Override
  public synchronized int take(int most) {
    OptionalDouble perSecond = perSecond();
    if (perSecond.isEmpty()) {
      return most;
    }
    count(perSecond.getAsDouble());
    int taken = (int) Math.min(most, room);
    room -= taken;
    return taken;
  }

  @Override
  public synchronized void giveBack(int events) {
    room += events;
  }

  @Override
  public synchronized Duration untilRoom() {
    double seconds = (1 - room) / perSecond().orElse(Double.MAX_VALUE);
    Duration wait = Duration.ofNanos((long) Math.ceil(seconds * NANOS_PER_SECOND));
    if (wait.compareTo(WAIT_MIN) < 0) {
      return WAIT_MIN;
    }
    // The share may grow at any time.
    return share.getAsDouble() < 1 && wait.compareTo(SHARED_WAIT_MAX) > 0 ? SHARED_WAIT_MAX : wait;
  }

  private OptionalDouble perSecond() {
    OptionalDouble perMinute = pace.perMinute(time.wall().instant());
    return perMinute.isEmpty()
        ? perMinute
        : OptionalDouble.of(
            perMinute.getAsDouble()
                * Math.max(share.getAsDouble(), SHARE_MIN)
                / SECONDS_PER_MINUTE);
  }

  /** Shards that have just come bring no room: until now it was their former owner's. */
  private void count(double perSecond) {
    long nowNanos = time.nanoTime();
    double more =
        (nowNanos - countedNanos) / NANOS_PER_SECOND * Math.min(countedPerSecond, perSecond);
    room = Math.min(room + more, 1 + perSecond);
    countedNanos = nowNanos;
    countedPerSecond = perSecond;
  }

  /**
   * Returns the time until the turn of a message among those to its domain. Its turn is kept until
   * it comes again.
   *
   * @return empty if it may leave now
   */
  synchronized Optional<Duration> untilTurn(Message message, Instant now) {
    String which = message.id() + "/" + message.routing().hop();
    Optional<Instant> turn =
        Optional.ofNullable(turns.remove(which)).or(() -> domains.departure(message, now));
    turn = turn.filter(now::isBefore);
    turn.ifPresent(at -> turns.put(which, at));
    return turn.map(at -> Duration.between(now, at));
  }
}
