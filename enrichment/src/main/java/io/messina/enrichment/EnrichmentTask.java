package io.messina.enrichment;

import io.messina.api.Position;
import io.messina.enrich.KeyStatus;
import io.messina.enrich.ShardEnrichment;
import io.messina.enrich.ShardStart;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.Output;
import io.messina.stream.StoredEvent;
import io.messina.stream.follow.ReadAhead;
import io.messina.stream.follow.ShardTask;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.OwnGroup;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Enriches the events of one shard during one ownership. It runs the {@link ShardEnrichment}, which
 * is entered at two places: events come from pages by {@link #handle}, and answers of the database
 * and of streams come by the mail of {@link ShardEffects}. It commits the lowest position at which
 * something is not finished.
 *
 * @param <S> the state of a key
 */
final class EnrichmentTask<S> implements ShardTask {

  private static final Duration STATUS_AGE = Duration.ofMillis(100);
  private static final int PAGE_EVENTS = 1_000;

  /** The memory of the objects of an event beside its bytes. */
  private static final int EVENT_BYTES = 200;

  private final EnrichedShard.Shared<S> shared;
  private final EnrichedShard<S> shard;
  private final OwnGroup own;
  private final ReadAhead pages;
  private final ShardEffects<S> effects;
  private final Intake intake;
  private final ShardEnrichment<Bytes, StoredEvent, S, List<Output>> core;
  private final OptionalInt run;
  private @Nullable EventPage first; // read at the take-over, until it is handled
  private @Nullable Commit committed;

  /** Takes the shard over. */
  EnrichmentTask(EnrichedShard.Shared<S> shared, EnrichedShard<S> shard, OwnGroup own) {
    this.shared = shared;
    this.shard = shard;
    this.own = own;
    EventPage begin = own.read(PAGE_EVENTS, Duration.ZERO);
    Position from =
        begin.events().isEmpty() ? begin.next() : begin.events().getFirst().id().position();
    OfferedEvents offered =
        new OfferedEvents(shared.context().store(), shared.enrichment(), shard.id().number());
    this.pages = new ReadAhead(shared.context(), own, PAGE_EVENTS, false);
    this.effects = new ShardEffects<>(shared, shard.id(), own, pages::wake);
    this.intake =
        new Intake(
            shard.id(),
            own,
            offered,
            shared.letters().takeOver(shard.id().number(), from, own::nextTimestampMicros),
            from);
    this.first = begin;
    this.run = begin.run();
    this.core =
        new ShardEnrichment<>(
            shared.job().options(),
            TracedEnricher.of(shared.job().enricher()),
            new ShardStart(
                shared.generation(),
                from.packed(),
                offered.to(),
                effects.isComparing(),
                shared.job().states().newGeneration(),
                StateGeneration.firstOfStream(shared.generation())),
            effects,
            shared.context().random());
    pages.start(begin.done());
  }

  /** Waits for a page if the last one is taken, for mail, or for the next tick, and not longer. */
  @Override
  public EventPage read(Duration wait) {
    EventPage page = poll();
    if (page == null && effects.isMailEmpty()) {
      pages.await(Math.min(core.nanosToTick(now()), wait.toNanos()));
      page = poll();
    }
    return page == null ? ReadAhead.none() : page;
  }

  private @Nullable EventPage poll() {
    EventPage begin = first;
    first = null;
    if (begin != null) {
      return begin;
    }
    return intake.isEmpty() ? pages.poll() : null;
  }

  @Override
  public boolean handle(EventPage page) {
    // While a page is not taken, no page of another run is read.
    if (!own.committed().run().equals(run)) {
      return false;
    }
    if (page.run().isPresent()) {
      if (!page.run().equals(run)) {
        return false;
      }
      intake.add(page);
    }
    effects.handleMail(core);
    offer();
    core.tick(now());
    effects.flush();
    commit();
    publish();
    return true;
  }

  private void offer() {
    StoredEvent next = intake.peek();
    while (next != null && offer(next)) {
      intake.taken();
      next = intake.peek();
    }
    intake.endOfPage().ifPresent(gaps -> shared.trouble().lost(shard.id(), gaps));
  }

  private boolean offer(StoredEvent stored) {
    Event event = stored.event();
    int bytes = EVENT_BYTES + event.payload().length();
    return !effects.isFull()
        && core.offer(
            event.key().orElseThrow(), stored.id().position().packed(), stored, bytes, now());
  }

  private void commit() {
    long complete = core.completeTo();
    long low = complete > intake.lastOffered() ? intake.reached() : complete;
    Commit done = new Commit(Position.unpack(Math.min(low, effects.oldest())), run);
    if (!done.equals(committed)) {
      own.commitLater(done);
      committed = done;
    }
  }

  private void publish() {
    long now = now();
    if (effects.isMailEmpty() || shard.isStatusOlderThan(now - STATUS_AGE.toNanos())) {
      shard.show(
          new EnrichedShard.ShardStatus(
              core.status(), intake.withoutKey(), effects.trouble(), now));
    }
  }

  private long now() {
    return shared.context().time().nanoTime();
  }

  @Override
  public long reached() {
    Commit done = committed;
    return done == null ? -1 : done.position().packed();
  }

  @Override
  public void wake() {
    pages.wake();
  }

  /** Returns why a key waits, from any thread; empty if it does not. */
  CompletableFuture<Optional<KeyStatus>> statusOf(Bytes key) {
    CompletableFuture<Optional<KeyStatus>> found = new CompletableFuture<>();
    effects.tell(begun -> found.complete(Optional.ofNullable(begun.statusOf(key, now()))));
    return found;
  }

  @Override
  public void close() {
    effects.close();
    pages.close();
    shard.ended();
  }
}
