package io.messina.stream.follow;

import io.messina.runtime.Context;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.RequestException;
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

/**
 * Gives the events of a shard to a handler, page by page, and commits each page, also by a later
 * ownership of this process.
 */
public final class HandlerTask implements ShardTask {

  private static final Duration WAIT = Duration.ofSeconds(5);

  private final ShardId shard;
  private final Supplier<OwnGroup> group;
  private final FollowHandler handler;
  private final int max;
  private final Counts counts;
  private Optional<Commit> committed = Optional.empty();

  private HandlerTask(
      ShardId shard, Supplier<OwnGroup> group, FollowHandler handler, int max, Counts counts) {
    this.shard = shard;
    this.group = group;
    this.handler = handler;
    this.max = max;
    this.counts = counts;
  }

  /**
   * Follows all shards of this process.
   *
   * @param context of the process
   * @param reader what reads, for people
   * @param handler called for the events
   * @param options how
   */
  public static ShardFollower.Factory factory(
      Context context, String reader, FollowHandler handler, FollowOptions options) {
    Counts counts = new Counts();
    ShardTask.Beginning beginning =
        (shard, group, _) -> new HandlerTask(shard, group, handler, options.max(), counts);
    return new FollowedShards<>(
        new FollowedShards.Shared(
            context,
            new FollowTrouble(reader),
            WAIT,
            new ExponentialBackoff(options.backoffFirst(), options.backoffMax())),
        _ -> beginning,
        counts::read);
  }

  /** Always from the committed position, which a seek may have moved. */
  @Override
  public EventPage read(Duration wait) {
    return group.get().read(max, wait);
  }

  @Override
  public boolean handle(EventPage page) throws Exception {
    if (!page.events().isEmpty()) {
      call(page);
    }
    if (!page.events().isEmpty() || !committed.equals(Optional.of(page.done()))) {
      commit(page);
    }
    if (!page.gaps().isEmpty()) {
      handler.lost(shard.number(), page.gaps());
    }
    return true;
  }

  private void call(EventPage page) throws Exception {
    try {
      handler.handle(page.events());
      counts.handled(page.events().size());
    } catch (Throwable e) {
      counts.failed();
      throw e;
    } finally {
      boolean _ = Thread.interrupted(); // of the handler: it must not reach later code
    }
  }

  private void commit(EventPage page) {
    try {
      group.get().commitLater(page.done());
      committed = Optional.of(page.done());
    } catch (NotOwnerException | RequestException e) {
      counts.dropped(page.events().size());
      throw e;
    }
  }
}
