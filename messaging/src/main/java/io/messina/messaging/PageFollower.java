package io.messina.messaging;

import io.messina.runtime.Context;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.RequestException;
import io.messina.runtime.Site;
import io.messina.store.StoreException;
import io.messina.stream.ConsumerCounts;
import io.messina.stream.ShardId;
import io.messina.stream.group.FollowerTurn;
import io.messina.stream.group.ShardFollower;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnGroup;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows one shard in its owner's process, page by page, during one ownership. A page that fails
 * is handled again from the committed position, later and later, for as long as the shard is owned
 * here.
 */
public final class PageFollower implements ShardFollower, Site {

  private static final Logger LOG = LoggerFactory.getLogger(PageFollower.class);
  private static final int PAGE_EVENTS = 1_000;
  private static final Duration WAIT = Duration.ofSeconds(5);
  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(100), Duration.ofSeconds(10), 0.2);

  private final Context context;
  private final ShardId shard;
  private final Supplier<OwnGroup> group;
  private final Beginning beginning;
  private final AtomicLong handled; // by all shards
  private final FollowingTrouble trouble;
  private int failures = 1; // in a row, counting the next one; of the thread that runs
  private final FollowerTurn turn; // taken while a page is handled

  /** What is done with the pages of one shard. Called by one thread at a time. */
  @FunctionalInterface
  public interface Pages {

    /**
     * Handles the events of a page.
     *
     * @param page some events; none where only what is not there was passed over
     * @return the note to commit with the page's position
     * @throws RequestException or StoreException if it failed: it will come again
     */
    String handle(EventPage page);
  }

  /** Begins with a shard. */
  @FunctionalInterface
  public interface Beginning {

    /**
     * Begins, or begins again after a failure.
     *
     * @param shard which
     * @param group of this ownership
     * @param from what is committed: where the next page begins
     */
    Pages on(ShardId shard, OwnGroup group, Commit from);
  }

  private PageFollower(
      Context context,
      ShardId shard,
      Supplier<OwnGroup> group,
      Beginning beginning,
      AtomicLong handled,
      FollowingTrouble trouble) {
    this.context = context;
    this.shard = shard;
    this.group = group;
    this.beginning = beginning;
    this.handled = handled;
    this.trouble = trouble;
    this.turn = new FollowerTurn(context.time());
  }

  /**
   * Followers of all shards of this process.
   *
   * @param context of the process
   * @param trouble is told which shards stand still
   * @param beginning makes what handles the pages of a shard
   */
  public static Factory factory(Context context, FollowingTrouble trouble, Beginning beginning) {
    AtomicLong handled = new AtomicLong();
    return new Factory() {

      @Override
      public ShardFollower on(ShardId shard, Supplier<OwnGroup> group) {
        return new PageFollower(context, shard, group, beginning, handled, trouble);
      }

      @Override
      public ConsumerCounts counts() {
        return new ConsumerCounts(handled.get(), 0, 0);
      }
    };
  }

  @Override
  public Context context() {
    return context;
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
      try {
        follow(group.get());
      } catch (NotOwnerException e) {
        LOG.debug("{}: is followed again soon, if it is owned here", shard, e);
      } catch (RequestException | StoreException e) {
        LOG.debug("{}: is followed again soon", shard, e);
        trouble.failed(shard, failures, e);
      } catch (RuntimeException | Error e) {
        LOG.error("{}: cannot be followed, it is tried again", shard, e);
        trouble.failed(shard, failures, e);
      }
      turn.pause(BACKOFF.after(failures, random()));
      failures++;
    }
    trouble.goesOn(shard);
  }

  /** Until it is stopped, or fails. */
  private void follow(OwnGroup owned) {
    Commit done = owned.committed();
    @Nullable Pages pages = null;
    while (!turn.isStopped()) {
      EventPage page = owned.readAfter(done, PAGE_EVENTS, WAIT);
      try (var _ = turn.hold()) {
        if (turn.isStopped()) {
          return;
        }
        if (!page.run().equals(done.run())) { // after a seek it begins anew
          done = owned.committed();
          pages = null;
        }
        if (page.run().equals(done.run())) {
          pages = pages == null ? beginning.on(shard, owned, done) : pages;
          done = handled(owned, page, pages, done);
        }
      }
    }
  }

  private Commit handled(OwnGroup owned, EventPage page, Pages pages, Commit before) {
    if (page.events().isEmpty() && page.next().equals(before.position())) {
      return before;
    }
    // Also of a page that only passes over a gap: who commits on its own must not stay behind it.
    Commit done = new Commit(page.next(), page.run(), pages.handle(page));
    owned.commitLater(done);
    failures = 1;
    trouble.goesOn(shard);
    handled.addAndGet(page.events().size());
    return done;
  }
}
