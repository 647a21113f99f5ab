package io.messina.messaging.send;

import io.messina.api.GroupName;
import io.messina.api.Start;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.MessagingSite;
import io.messina.messaging.route.Breaker;
import io.messina.runtime.Context;
import io.messina.runtime.Mutex;
import io.messina.runtime.RequestException;
import io.messina.runtime.job.RunningJob;
import io.messina.store.Table;
import io.messina.stream.Consumer;
import io.messina.stream.ConsumerOptions;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.owner.ShardGroupStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the messages of one connector, from the shards that this process owns. While its provider
 * takes no more, it claims nothing, and nobody else is held up. Safe for use by many threads.
 */
public final class Sender implements RunningJob, MessagingSite {

  /** The group that sends, of each connector's stream. */
  static final GroupName GROUP = new GroupName("sender");

  /** The tables of this package. */
  public static final List<Table> TABLES = List.of(RepeatTable.TABLE);

  /** Shorter pauses than this are waited for, while another connector is there. */
  private static final Duration SHORT = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(Sender.class);

  private final SendSite site;
  private final Outlet outlet;
  private final Group group;
  private final Breaker breaker;
  private final SendPace pace;
  private final SendHandler handler;
  private final UncertainMessages uncertain;
  private final Mutex lock = new Mutex(); // held while claiming begins or ends
  private Optional<Consumer> claiming = Optional.empty(); // under the lock
  private volatile long pausedUntilNanos;
  private volatile boolean paused;
  private volatile boolean closed;

  private Sender(SendSite site, Group group, Outlet outlet, Breaker breaker) {
    this.site = site;
    this.outlet = outlet;
    this.group = group;
    this.breaker = breaker;
    Told told = Told.of(site.context(), site.streams(), () -> closed);
    this.pace = new SendPace(site.time(), outlet.pace());
    this.handler = new SendHandler(site, outlet, told, breaker, new Turns(), pace);
    this.uncertain = new UncertainMessages(told, group, outlet);
  }

  /**
   * Begins, or goes on.
   *
   * @param site of the process; the stream of the connector is created
   * @param outlet through which to send
   * @param breaker is told how calls end
   * @return to be closed before the streams
   */
  public static Sender start(SendSite site, Outlet outlet, Breaker breaker) {
    Stream stream = site.streams().create(MessageStreams.to(outlet.name()), site.shards());
    Optional<Duration> standing =
        stream.groups().stream()
            .filter(group -> group.id().name().equals(GROUP))
            .map(group -> group.options().lease())
            .findAny();
    Group group = stream.createGroup(GROUP, Start.earliest(), outlet.group(standing)).value();
    Sender sender = new Sender(site, group, outlet, breaker);
    sender.claim();
    sender.uncertain.start();
    return sender;
  }

  @Override
  public Context context() {
    return site.context();
  }

  /** What is to be resolved by somebody. */
  public UncertainMessages uncertain() {
    return uncertain;
  }

  /** Whether a pause is not over, for which the provider has asked, or as it does not answer. */
  public boolean isPaused() {
    return paused;
  }

  /** Why the provider neither took nor refused the message of the last call; empty if it did. */
  @Override
  public Optional<String> trouble() {
    return handler.trouble();
  }

  @Override
  public boolean isThere() {
    return group.isThere();
  }

  /**
   * How many messages wait for it or are being sent, on all shards whose owners answer soon.
   *
   * @throws RequestException if the store does not answer
   */
  public long waiting() {
    return sum(group.status());
  }

  /** How many messages wait for it or are being sent, on the shards of this process. */
  @Override
  public Optional<Long> lag() {
    return Optional.of(sum(group.status(group.owned())));
  }

  private static long sum(Map<Integer, ShardGroupStatus> shards) {
    return shards.values().stream().mapToLong(ShardGroupStatus::lag).sum();
  }

  /**
   * How many messages have to be resolved, on all shards.
   *
   * @param most where to stop
   * @throws RequestException if the store does not answer
   */
  public int countUncertain(int most) {
    return group.countDeadLetters(most);
  }

  @Override
  public void close() {
    closed = true;
    uncertain.close();
    end();
  }

  /** Ends the connections, once nobody sends any more. */
  public void closeConnector() {
    outlet.connector().close();
  }

  private void claim() {
    try (var _ = lock.hold()) {
      if (!closed && !paused && claiming.isEmpty()) {
        ConsumerOptions options =
            ConsumerOptions.DEFAULT
                .withConcurrency(handler.isOnProbation() ? 1 : outlet.options().concurrency())
                .withName("messages");
        claiming = Optional.of(group.claimLeased(handler, options, pace));
      }
    }
  }

  private void end() {
    try (var _ = lock.hold()) {
      claiming.ifPresent(Consumer::close);
      claiming = Optional.empty();
    }
  }

  /** What the handler says of its provider. */
  private final class Turns implements Claiming {

    @Override
    public void pause(Duration duration) {
      Sender.this.pause(duration);
    }

    @Override
    public void again() {
      start(
          () -> {
            end();
            claim();
          });
    }
  }

  /** Begins a pause, or makes it longer. Called by those whose end it waits for: does not wait. */
  private void pause(Duration duration) {
    long untilNanos = time().nanoTime() + duration.toNanos();
    boolean begins;
    synchronized (this) {
      begins = !paused;
      pausedUntilNanos = begins ? untilNanos : Math.max(pausedUntilNanos, untilNanos);
      paused = true;
    }
    if (duration.compareTo(SHORT) >= 0) {
      breaker.rest(duration);
    }
    if (begins) {
      LOG.info("{}: takes no more, paused for {}", outlet.name(), duration);
      start(this::waitForPause);
    }
  }

  private void waitForPause() {
    end();
    resumeWhenOver();
  }

  private void resumeWhenOver() {
    Duration left;
    synchronized (this) {
      left = Duration.ofNanos(pausedUntilNanos - time().nanoTime());
      paused = left.isPositive();
    }
    if (left.isPositive()) {
      var _ = time().schedule(left, this::resumeWhenOver);
    } else {
      claim();
    }
  }
}
