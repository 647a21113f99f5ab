package io.messina.aggregate.node;

import io.messina.aggregate.ShardAggregate;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateException;
import io.messina.api.Position;
import io.messina.stream.follow.ReadAhead;
import io.messina.stream.follow.ShardTask;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.EventPage;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aggregates the events of one shard during one ownership, until it fails: adds page after page to
 * the state, and flushes it. Another thread reads ahead, a third one takes snapshots.
 */
final class AggregateTask implements ShardTask {

  static final int PAGE_EVENTS = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(AggregateTask.class);
  private static final long CLEAN = Long.MAX_VALUE;

  private final AggregateShard.Shared shared;
  private final AggregateShard shard;
  private final AggregateShard.Opened opened;
  private final ShardState state;
  private final ShardAggregate aggregate;
  private long dirtySince = CLEAN;

  AggregateTask(AggregateShard.Shared shared, AggregateShard shard, AggregateShard.Opened opened) {
    this.shared = shared;
    this.shard = shard;
    this.opened = opened;
    this.state = opened.state();
    this.aggregate =
        new ShardAggregate(
            shared.job().aggregator(),
            shared.job().windows(),
            shared.job().origins(),
            state,
            shard.guard());
    opened.pages().start(new Commit(Position.unpack(reached()), opened.group().committed().run()));
  }

  @Override
  public EventPage read(Duration wait) {
    EventPage page = opened.pages().poll();
    if (page == null) {
      state.makeRoom();
      opened.pages().await(nanosToTick());
    }
    return page == null ? ReadAhead.none() : page;
  }

  @Override
  public boolean handle(EventPage page) {
    if (page.run().isPresent()) {
      add(page);
    }
    tick();
    return true;
  }

  private void add(EventPage page) {
    if (!page.events().isEmpty()) {
      shard.sawEvents();
    }
    aggregate.add(page, shared.job().skipped()::give);
    dirtySince = Math.min(dirtySince, now());
    opened.commits().reached(page.next());
  }

  private void tick() {
    state
        .failure()
        .ifPresent(
            found -> {
              throw found;
            });
    if (now() - dirtySince >= shared.settings().flushEvery().toNanos()) {
      state.flush();
      dirtySince = CLEAN;
    }
    opened.taker().ifPresent(taker -> taker.tick(state, shared.folders().scratch(shard.number())));
  }

  private long nanosToTick() {
    long now = now();
    long flush =
        dirtySince == CLEAN
            ? Long.MAX_VALUE
            : dirtySince + shared.settings().flushEvery().toNanos() - now;
    long snapshot = opened.taker().map(taker -> taker.nanosToTick(now)).orElse(Long.MAX_VALUE);
    return Math.max(1, Math.min(flush, snapshot));
  }

  private long now() {
    return shared.context().time().nanoTime();
  }

  @Override
  public long reached() {
    return state.progress().next();
  }

  @Override
  public boolean isMended() {
    return dirtySince == CLEAN && opened.pages().isAtEnd(reached());
  }

  @Override
  public void wake() {
    opened.pages().wake();
  }

  /** The events that were read before a failure of something else need not be read again. */
  @Override
  public void close() {
    try {
      if (state.failure().isEmpty()) {
        state.flush();
      }
    } catch (StateException e) {
      LOG.warn("shard {}: events that were not flushed are read again", shard.number(), e);
    } finally {
      shard.close();
    }
  }
}
