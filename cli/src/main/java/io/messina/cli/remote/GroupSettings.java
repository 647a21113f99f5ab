package io.messina.cli.remote;

import io.messina.client.Backoff;
import io.messina.client.Delivery;
import io.messina.client.GroupOptions;
import io.messina.client.Order;
import io.messina.client.Start;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a new group shall be like. */
public final class GroupSettings {

  private static final Backoff STANDARD =
      new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(60), 20);

  @Option(
      names = "--start",
      paramLabel = "WHERE",
      description = "Where it begins: earliest, latest, or a time. latest unless given.")
  private @Nullable Start start;

  @Option(
      names = "--lease",
      paramLabel = "TIME",
      description = "How long a claimed event is kept from others, as in 30s.")
  private @Nullable Duration lease;

  @Option(
      names = "--max-attempts",
      paramLabel = "N",
      description = "After how many attempts an event becomes a dead letter.")
  private @Nullable Integer maxAttempts;

  @Option(
      names = "--backoff-first",
      paramLabel = "TIME",
      description = "How long a failed event waits for its second attempt, as in 1s.")
  private @Nullable Duration backoffFirst;

  @Option(
      names = "--backoff-longest",
      paramLabel = "TIME",
      description = "How long it waits at most, as in 60s.")
  private @Nullable Duration backoffLongest;

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      description = "none, or key: events of a key one after the other.")
  private @Nullable Order order;

  @Option(
      names = "--delivery",
      paramLabel = "GUARANTEE",
      description = "at_least_once or at_most_once.")
  private @Nullable Delivery delivery;

  @Option(
      names = "--max-in-flight",
      paramLabel = "N",
      description = "How many events of a shard may be out at a time.")
  private @Nullable Integer maxInFlight;

  @Option(
      names = "--rate-limit",
      paramLabel = "N",
      description = "How many events a second are handed out; 0 for any number.")
  private @Nullable Integer rateLimit;

  /** For picocli. */
  public GroupSettings() {}

  GroupOptions options() {
    GroupOptions options = GroupOptions.defaults();
    set(start, options::start);
    set(lease, options::lease);
    set(maxAttempts, options::maxAttempts);
    set(order, options::order);
    set(delivery, options::delivery);
    set(maxInFlight, options::maxInFlight);
    set(rateLimit, options::rateLimit);
    if (backoffFirst != null || backoffLongest != null) {
      options.backoff(backoff());
    }
    return options;
  }

  private Backoff backoff() {
    return new Backoff(
        backoffFirst == null ? STANDARD.first() : backoffFirst,
        backoffLongest == null ? STANDARD.longest() : backoffLongest,
        STANDARD.jitterPercent());
  }

  private static <T> void set(@Nullable T value, Consumer<T> option) {
    if (value != null) {
      option.accept(value);
    }
  }
}
