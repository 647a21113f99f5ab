package io.messina.stream.group;

import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.NodeTime;
import io.messina.runtime.RequestException;
import io.messina.stream.ConsumerCounts;
import io.messina.stream.FollowHandler;
import io.messina.stream.FollowOptions;
import io.messina.stream.ShardId;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnGroup;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives the events of a shard to a handler, page by page, and commits each page. */
final class HandlerFollower implements ShardFollower {

  private static final Logger LOG = LoggerFactory.getLogger(HandlerFollower.class);
  private static final Duration WAIT = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofMillis(200);

  private record Handling(FollowHandler handler, FollowOptions options, Counts counts) {}

  private final ShardId shard;
  private final Supplier<OwnGroup> group;
  private final Handling handling;
  private final FollowerTurn turn; // taken while events are handled and committed
  private Optional<Commit> committed = Optional.empty();

  private HandlerFollower(
      ShardId shard, Supplier<OwnGroup> group, Handling handling, NodeTime time) {
    this.shard = shard;
    this.group = group;
    this.handling = handling;
    this.turn = new FollowerTurn(time);
  }

  /** Followers that share a handler, and count what it does. */
  static Factory factory(FollowHandler handler, FollowOptions options, NodeTime time) {
    Handling handling = new Handling(handler, options, new Counts());
    return new Factory() {

      @Override
      public ShardFollower on(ShardId shard, Supplier<OwnGroup> group) {
        return new HandlerFollower(shard, group, handling, time);
      }

      @Override
      public ConsumerCounts counts() {
        return handling.counts.read();
      }
    };
  }

  @Override
  public void stop() {
    turn.stop();
  }

  @Override
  public void close() {
    turn.close();
  }

  @Override
  public void run() {
    while (!turn.isStopped()) {
      read().ifPresent(this::follow);
    }
  }

  /** Always from the committed position, which a seek may have moved. */
  private Optional<EventPage> read() {
    try {
      return Optional.of(group.get().read(handling.options.max(), WAIT));
    } catch (NotOwnerException | RequestException e) {
      turn.pause(PAUSE);
    } catch (RuntimeException e) {
      LOG.warn("{}: cannot be followed", shard, e);
      turn.pause(PAUSE);
    }
    return Optional.empty();
  }

  private void follow(EventPage followed) {
    var backoff =
        new ExponentialBackoff(handling.options.backoffFirst(), handling.options.backoffMax());
    for (int failures = 1; !attempt(followed) && !turn.isStopped(); failures++) {
      turn.pause(backoff.after(failures));
    }
  }

  /** Returns whether the events are done. */
  private boolean attempt(EventPage followed) {
    try (var _ = turn.hold()) {
      if (turn.isStopped()) {
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
    }
  }

  private void handle(EventPage followed) throws Exception {
    try {
      handling.handler.handle(followed.events());
      handling.counts.handled.addAndGet(followed.events().size());
    } catch (Throwable e) {
      handling.counts.failed.incrementAndGet();
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
      group.get().commitLater(done);
      committed = Optional.of(done);
    } catch (NotOwnerException | RequestException e) {
      handling.counts.dropped.addAndGet(followed.events().size());
      turn.pause(PAUSE);
    }
  }
}
