package io.messina.stream.follow;

import io.messina.runtime.Context;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.Mutex;
import io.messina.runtime.NodeTime.Cancellation;
import io.messina.runtime.RequestException;
import io.messina.store.StoreException;
import io.messina.stream.ConsumerCounts;
import io.messina.stream.ShardId;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnGroup;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the task of one shard for as long as the shard is owned here: reads, handles, and begins
 * again after a failure, later and later.
 */
public final class ShardTaskLoop implements ShardFollower {

  private static final Logger LOG = LoggerFactory.getLogger(ShardTaskLoop.class);

  private final Shared shared;
  private final ShardId shard;
  private final Supplier<OwnGroup> group;
  private final Mutex turn = new Mutex(); // held while a page is handled
  private final Semaphore woken = new Semaphore(0);
  private volatile boolean stopped;
  private int failures = 1; // in a row, counting the next one; of the thread that runs

  /**
   * What the loops of a consumer share.
   *
   * @param context of the process
   * @param beginning begins the tasks
   * @param trouble is told which shards stand still
   * @param waiting how long a task waits for events
   * @param backoff how long to pause after failures
   */
  public record Shared(
      Context context,
      ShardTask.Beginning beginning,
      FollowTrouble trouble,
      Duration waiting,
      ExponentialBackoff backoff) {

    private static final Duration WAIT = Duration.ofSeconds(5);
    private static final ExponentialBackoff BACKOFF =
        new ExponentialBackoff(Duration.ofMillis(100), Duration.ofSeconds(10), 0.2);

    /** With 5 s for events, and pauses from 100 ms to 10 s. */
    public Shared(Context context, ShardTask.Beginning beginning, FollowTrouble trouble) {
      this(context, beginning, trouble, WAIT, BACKOFF);
    }
  }

  /**
   * Not begun yet.
   *
   * @param shared with the loops of other shards
   * @param shard whose task it is
   * @param group the group there; throws {@link NotOwnerException} once the shard is lost
   */
  public ShardTaskLoop(Shared shared, ShardId shard, Supplier<OwnGroup> group) {
    this.shared = shared;
    this.shard = shard;
    this.group = group;
  }

  /**
   * The loops of all shards of a consumer.
   *
   * @param shared by them
   * @param counts what they have done
   */
  public static Factory factory(Shared shared, Supplier<ConsumerCounts> counts) {
    return new Factory() {

      @Override
      public ShardFollower on(ShardId shard, Supplier<OwnGroup> group) {
        return new ShardTaskLoop(shared, shard, group);
      }

      @Override
      public ConsumerCounts counts() {
        return counts.get();
      }
    };
  }

  @Override
  public void run() {
    while (!stopped) {
      try {
        follow();
      } catch (NotOwnerException e) {
        LOG.debug("{}: is followed again soon, if it is owned here", shard, e);
        pause();
      } catch (RequestException | StoreException e) {
        LOG.debug("{}: is followed again soon", shard, e);
        failed(e);
      } catch (Throwable e) { // an Error as well, or nobody would follow
        LOG.error("{}: cannot be followed, it is tried again", shard, e);
        failed(e);
      }
    }
    shared.trouble.goesOn(shard);
  }

  private void failed(Throwable failure) {
    shared.trouble.failed(shard, failures, failure);
    pause();
  }

  private void pause() {
    pause(shared.backoff.after(failures, shared.context.random()));
    failures++;
  }

  /** Until it is stopped, or fails, or is to begin again. */
  private void follow() throws Exception {
    try (ShardTask task = shared.beginning.begin(shard, group)) {
      boolean goesOn = true;
      while (goesOn && !stopped) {
        EventPage page = task.read(shared.waiting);
        try (var _ = turn.hold()) {
          goesOn = !stopped && task.handle(page);
        }
        if (!stopped) {
          failures = 1;
          shared.trouble.goesOn(shard);
        }
      }
    }
  }

  private void pause(Duration duration) {
    if (!stopped) {
      Cancellation alarm = shared.context.time().schedule(duration, woken::release);
      woken.acquireUninterruptibly();
      alarm.cancel();
    }
  }

  @Override
  public void stop() {
    stopped = true;
    woken.release();
  }

  @Override
  public void close() {
    try (var _ = turn.hold()) {
      stopped = true;
    }
  }
}
