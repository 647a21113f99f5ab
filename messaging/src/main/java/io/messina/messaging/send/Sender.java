package io.messina.messaging.send;

import io.messina.api.GroupName;
import io.messina.api.Start;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.route.Breaker;
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
 * takes no more, it claims nothing, and other connectors continue. Safe for use by many threads.
 */
public final class Sender implements RunningJob {

  /** The group that sends, of each connector's stream. */
  static final GroupName GROUP = new GroupName("sender");

  /** The tables of this package. */
  public static final List<Table> TABLES = List.of(RepeatTable.TABLE);

  /** The router still chooses the connector during pauses shorter than this. */
  private static final Duration SHORT = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(Sender.class);

  private final SendServices services;
  private final ConnectorInstance instance;
  private final Group group;
  private final int shards;
  private final Breaker breaker;
  private final SendPace pace;
  private final SendHandler handler;
  private final UncertainMessages uncertain;
  private final Mutex lock = new Mutex(); // held while claiming begins or ends
  private Optional<Consumer> claiming = Optional.empty(); // under the lock
  private volatile long pausedUntilNanos;
  private volatile boolean paused;
  private volatile boolean closed;

  private Sender(
      SendServices services, Group group, int shards, ConnectorInstance instance, Breaker breaker) {
    this.services = services;
    this.shards = shards;
    this.instance = instance;
    this.group = group;
    this.breaker = breaker;
    OutcomeLog outcomes = OutcomeLog.of(services.context(), services.streams(), () -> closed);
    this.pace = new SendPace(services.context().time(), instance.pace(), this::share);
    this.handler =
        new SendHandler(services, instance, outcomes, breaker, new ConsumerControl(), pace);
    this.uncertain = new UncertainMessages(outcomes, group, instance);
  }

  /**
   * Starts at the stored positions.
   *
   * @param services of the process; the stream of the connector is created
   * @return must be closed before the streams
   */
  public static Sender start(SendServices services, ConnectorInstance instance, Breaker breaker) {
    Stream stream =
        services.streams().create(MessageStreams.ofConnector(instance.name()), services.shards());
    Optional<Duration> standing =
        stream.groups().stream()
            .filter(group -> group.id().name().equals(GROUP))
            .map(group -> group.options().lease())
            .findAny();
    Group group = stream.createGroup(GROUP, Start.earliest(), instance.group(standing)).value();
    Sender sender =
        new Sender(services, group, stream.definition().options().shards(), instance, breaker);
    sender.claim();
    sender.uncertain.start();
    return sender;
  }

  /** The share of this process in the shards of the connector, from 0 to 1. */
  private double share() {
    return (double) group.owned().size() / shards;
  }

  /** The uncertain messages, which people resolve. */
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
   * The number of messages that wait or are being sent, on all shards whose owners answer soon.
   *
   * @throws RequestException if the store does not answer
   */
  public long waiting() {
    return sum(group.status());
  }

  /** The number of messages that wait or are being sent, on the shards of this process. */
  @Override
  public Optional<Long> lag() {
    return Optional.of(sum(group.status(group.owned())));
  }

  private static long sum(Map<Integer, ShardGroupStatus> shards) {
    return shards.values().stream().mapToLong(ShardGroupStatus::lag).sum();
  }

  /**
   * The number of uncertain messages on all shards.
   *
   * @param most the count stops at this number
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

  /** Closes the connections, after the last call has ended. */
  public void closeConnector() {
    instance.connector().close();
  }

  private void claim() {
    try (var _ = lock.hold()) {
      if (!closed && !paused && claiming.isEmpty()) {
        ConsumerOptions options =
            ConsumerOptions.DEFAULT
                .withConcurrency(handler.isOnProbation() ? 1 : instance.options().concurrency())
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

  /** Pauses and resumes the claims, as the handler asks. */
  private final class ConsumerControl implements ClaimControl {

    @Override
    public void pause(Duration duration) {
      Sender.this.pause(duration);
    }

    @Override
    public void resume() {
      services
          .context()
          .start(
              () -> {
                end();
                claim();
              });
    }
  }

  /** Begins a pause, or makes it longer. Called by those whose end it waits for: does not wait. */
  private void pause(Duration duration) {
    long untilNanos = services.context().time().nanoTime() + duration.toNanos();
    boolean begins;
    synchronized (this) {
      begins = !paused;
      pausedUntilNanos = begins ? untilNanos : Math.max(pausedUntilNanos, untilNanos);
      paused = true;
    }
    if (duration.compareTo(SHORT) >= 0) {
      breaker.open(duration);
    }
    if (begins) {
      LOG.info("{}: takes no more, paused for {}", instance.name(), duration);
      services.context().start(this::waitForPause);
    }
  }

  private void waitForPause() {
    end();
    resumeWhenOver();
  }

  private void resumeWhenOver() {
    Duration left;
    synchronized (this) {
      left = Duration.ofNanos(pausedUntilNanos - services.context().time().nanoTime());
      paused = left.isPositive();
    }
    if (left.isPositive()) {
      var _ = services.context().time().schedule(left, this::resumeWhenOver);
    } else {
      claim();
    }
  }
}
