package io.messina.stream.follow;

import io.messina.runtime.Context;
import io.messina.stream.ShardId;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.OwnGroup;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Handles a shard page by page, and commits each with a note, within one ownership: what is begun
 * in it must not be committed by a later one. A page that fails is handled again from the committed
 * position.
 */
public final class PagedTask implements ShardTask {

  private static final int PAGE_EVENTS = 1_000;

  private final ShardId shard;
  private final OwnGroup own;
  private final Beginning beginning;
  private final Counts counts;
  private @Nullable Pages pages;
  private Commit done;

  /** What is done with the pages of one shard. Called by one thread at a time. */
  @FunctionalInterface
  public interface Pages {

    /**
     * Handles the events of a page.
     *
     * @param page some events; none where only what is not there was passed over
     * @return the note to commit with the page's position
     * @throws Exception if it failed: it will come again
     */
    String handle(EventPage page) throws Exception;
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

  private PagedTask(ShardId shard, OwnGroup own, Beginning beginning, Counts counts) {
    this.shard = shard;
    this.own = own;
    this.beginning = beginning;
    this.counts = counts;
    this.done = own.committed();
  }

  /**
   * Follows all shards of this process.
   *
   * @param context of the process
   * @param trouble is told which shards stand still
   * @param beginning makes what handles the pages of a shard
   */
  public static ShardFollower.Factory factory(
      Context context, FollowTrouble trouble, Beginning beginning) {
    Counts counts = new Counts();
    ShardTask.Beginning begins =
        (shard, group, _) -> new PagedTask(shard, group.get(), beginning, counts);
    return new FollowedShards<>(
        new FollowedShards.Shared(context, trouble), _ -> begins, counts::read);
  }

  @Override
  public EventPage read(Duration wait) {
    return own.readAfter(done, PAGE_EVENTS, wait);
  }

  /** After a seek it begins again, where the group is now. */
  @Override
  public boolean handle(EventPage page) throws Exception {
    if (!page.run().equals(done.run())) {
      return false;
    }
    if (page.events().isEmpty() && page.next().equals(done.position())) {
      return true;
    }
    // Also of a page that only passes over a gap: who commits on its own must not stay behind it.
    Commit next = new Commit(page.next(), page.run(), note(page));
    own.commitLater(next);
    done = next;
    counts.handled(page.events().size());
    return true;
  }

  private String note(EventPage page) throws Exception {
    Pages here = pages == null ? beginning.on(shard, own, done) : pages;
    pages = here;
    return here.handle(page);
  }
}
