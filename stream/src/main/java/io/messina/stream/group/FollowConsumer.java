package io.messina.stream.group;

import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.NodeTime.Cancellation;
import io.messina.stream.Consumer;
import io.messina.stream.ConsumerCounts;
import io.messina.stream.FollowHandler;
import io.messina.stream.FollowOptions;
import io.messina.stream.ShardId;
import io.messina.stream.StreamException;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.NotOwnerException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows this process's shards, each on a thread of its own. If a shard is lost and taken again,
 * it is followed again only after the handler of its earlier events has returned.
 */
final class FollowConsumer implements Consumer {

  private static final Logger LOG = LoggerFactory.getLogger(FollowConsumer.class);
  private static final Duration WAIT = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final OpenConsumers all;
  private final ConsumerSite site;
  private final CatalogGroup group;
  private final FollowHandler handler;
  private final FollowOptions options;
  private final Counts counts = new Counts();
  private final Map<Integer, Follower> followers = new TreeMap<>(); // under this
  private boolean closing; // under this
  private Cancellation watching = () -> {}; // under this

  FollowConsumer(
      OpenConsumers all, CatalogGroup group, FollowHandler handler, FollowOptions options) {
    this.all = all;
    this.site = all.site();
    this.group = group;
    this.handler = handler;
    this.options = options;
  }

  synchronized void start() {
    if (!closing) {
      watching = site.own().onOwned(this::look);
    }
  }

  @Override
  public ConsumerCounts counts() {
    return counts.read();
  }

  @Override
  public void close() {
    stop().forEach(Follower::awaitHandler);
    all.forget(this);
  }

  private synchronized List<Follower> stop() {
    closing = true;
    watching.cancel();
    followers.values().forEach(Follower::stop);
    return List.copyOf(followers.values());
  }

  /** Starts and stops followers, so that exactly the owned shards are followed. */
  private synchronized void look() {
    if (closing) {
      return;
    }
    // Under the lock, so that the newest look is the one that counts.
    Set<ShardId> owned = new LinkedHashSet<>(site.own().owned());
    followers.values().stream()
        .filter(follower -> !owned.contains(follower.shard))
        .forEach(Follower::stop);
    owned.stream()
        .filter(shard -> shard.stream().equals(group.stream()))
        .filter(shard -> !followers.containsKey(shard.number()))
        .forEach(this::begin);
  }

  private void begin(ShardId shard) {
    Follower follower = new Follower(shard);
    followers.put(shard.number(), follower);
    site.start(follower::run);
  }

  private synchronized void ended(Follower follower) {
    followers.remove(follower.shard.number(), follower);
    look();
  }

  /** Follows one shard, on one thread, until it is stopped. */
  private final class Follower {

    private final ShardId shard;

    /** Held while events are handled and committed. */
    private final Lock handling = new ReentrantLock();

    private final Semaphore woken = new Semaphore(0);
    private Optional<Commit> committed = Optional.empty();
    private volatile boolean stopped;

    Follower(ShardId shard) {
      this.shard = shard;
    }

    /** Starts nothing more; a read may still be running for a while. */
    void stop() {
      stopped = true;
      woken.release();
    }

    void awaitHandler() {
      handling.lock();
      try {
        stopped = true;
      } finally {
        handling.unlock();
      }
    }

    void run() {
      try {
        while (!stopped) {
          read().ifPresent(this::follow);
        }
      } finally {
        ended(this);
      }
    }

    /** Always from the committed position, which a seek may have moved. */
    private Optional<EventPage> read() {
      try {
        return Optional.of(site.own().shard(shard).group(group.id()).read(options.max(), WAIT));
      } catch (NotOwnerException | StreamException e) {
        pause(PAUSE);
      } catch (RuntimeException e) {
        LOG.warn("{}: cannot be followed", shard, e);
        pause(PAUSE);
      }
      return Optional.empty();
    }

    private void follow(EventPage followed) {
      var backoff = new ExponentialBackoff(options.backoffFirst(), options.backoffMax());
      for (int failures = 1; !attempt(followed) && !stopped; failures++) {
        pause(backoff.after(failures));
      }
    }

    /** Returns whether the events are done. */
    private boolean attempt(EventPage followed) {
      handling.lock();
      try {
        if (stopped) {
          return false;
        }
        if (!followed.events().isEmpty()) {
          handle(followed);
        }
        commit(followed);
        return true;
      } catch (Throwable e) {
        LOG.warn("{}: events up to {} will be handled again", shard, followed.next(), e);
        return false;
      } finally {
        handling.unlock();
      }
    }

    private void handle(EventPage followed) throws Exception {
      try {
        handler.handle(followed.events());
        counts.handled.addAndGet(followed.events().size());
      } catch (Throwable e) {
        counts.failed.incrementAndGet();
        throw e;
      } finally {
        // The interrupt of a handler must not reach later code.
        boolean _ = Thread.interrupted();
      }
    }

    private void commit(EventPage followed) {
      Commit done = followed.done();
      if (followed.events().isEmpty() && committed.equals(Optional.of(done))) {
        return;
      }
      try {
        site.own().shard(shard).group(group.id()).commitLater(done);
        committed = Optional.of(done);
      } catch (NotOwnerException | StreamException e) {
        counts.dropped.addAndGet(followed.events().size());
        pause(PAUSE);
      }
    }

    private void pause(Duration pause) {
      Cancellation alarm = site.time().schedule(pause, woken::release);
      woken.acquireUninterruptibly();
      alarm.cancel();
    }
  }
}
