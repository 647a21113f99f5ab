package io.messina.stream.follow;

import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.Mutex;
import io.messina.runtime.NodeTime.Cancellation;
import io.messina.runtime.RequestException;
import io.messina.store.StoreException;
import io.messina.stream.ShardId;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnGroup;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the task of one shard while the shard is owned here: reads, handles, and begins again after
 * a failure, after longer and longer pauses.
 */
final class ShardTaskLoop implements ShardFollower {

  private static final Logger LOG = LoggerFactory.getLogger(ShardTaskLoop.class);

  /** After the shard was lost: the loop is stopped, or the shard is owned again. */
  private static final Duration LOST_PAUSE = Duration.ofMillis(200);

  private final FollowedShards.Shared shared;
  private final ShardTask.Beginning beginning;
  private final ShardId shard;
  private final Supplier<OwnGroup> group;
  private final Mutex whole = new Mutex(); // held while a task exists
  private final Mutex turn = new Mutex(); // held while a page is handled
  private final Semaphore woken = new Semaphore(0);
  private volatile @Nullable ShardTask task;
  private volatile boolean stopped;

  ShardTaskLoop(
      FollowedShards.Shared shared,
      ShardTask.Beginning beginning,
      ShardId shard,
      Supplier<OwnGroup> group) {
    this.shared = shared;
    this.beginning = beginning;
    this.shard = shard;
    this.group = group;
  }

  @Override
  public void run() {
    while (!stopped) {
      long[] reached = {FollowTrouble.NOTHING};
      try {
        follow(reached);
      } catch (NotOwnerException e) {
        LOG.debug("{}: is followed again soon, if it is owned here", shard, e);
        pause(LOST_PAUSE);
      } catch (RequestException | StoreException e) {
        LOG.debug("{}: is followed again soon", shard, e);
        failed(reached[0], e, shared.storeBackoff());
      } catch (Throwable e) { // an Error as well, or the shard would not be followed any more
        LOG.error("{}: cannot be followed, it is tried again", shard, e);
        failed(reached[0], e, shared.backoff());
      }
    }
    shared.trouble().continues(shard);
  }

  private void failed(long reached, Throwable failure, ExponentialBackoff backoff) {
    int times =
        shared.trouble().failed(shard, reached, failure, shared.context().time().nanoTime());
    pause(backoff.after(times, shared.context().random()));
  }

  /** Until it is stopped, or fails, or must begin again. */
  private void follow(long[] reached) throws Exception {
    try (var _ = whole.hold()) {
      if (!stopped) {
        try (ShardTask begun = beginning.begin(shard, group, () -> stopped)) {
          task = begun;
          follow(begun, reached);
        } finally {
          task = null;
        }
      }
    }
  }

  private void follow(ShardTask begun, long[] reached) throws Exception {
    boolean continues = true;
    reached[0] = begun.reached();
    while (continues && !stopped) {
      EventPage page = begun.read(shared.waiting());
      try (var _ = turn.hold()) {
        continues = !stopped && begun.handle(page);
      } finally {
        reached[0] = begun.reached();
      }
      if (!stopped) {
        shared.trouble().reached(shard, reached[0]);
        if (begun.isMended()) {
          shared.trouble().mended(shard, shared.context().time().nanoTime());
        }
      }
    }
  }

  private void pause(Duration duration) {
    if (!stopped) {
      Cancellation alarm = shared.context().time().schedule(duration, woken::release);
      woken.acquireUninterruptibly();
      alarm.cancel();
    }
  }

  /** Returns whether it has ended, or ends soon. */
  boolean isStopped() {
    return stopped;
  }

  @Override
  public void stop() {
    stopped = true;
    woken.release();
    ShardTask now = task;
    if (now != null) {
      now.wake();
    }
  }

  @Override
  public void close() {
    try (var _ = (shared.untilClosed() ? whole : turn).hold()) {
      stopped = true;
    }
  }
}
