package io.messina.stream.node;

import io.messina.api.Position;
import io.messina.api.StreamOptions;
import io.messina.runtime.Mutex;
import io.messina.runtime.RequestException;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.GroupId;
import io.messina.stream.ScheduledEvent;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamId;
import io.messina.stream.append.ShardAppender;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.catalog.CatalogView;
import io.messina.stream.group.OwnedGroup;
import io.messina.stream.group.ShardGroups;
import io.messina.stream.log.CorePlacement;
import io.messina.stream.log.EventRun;
import io.messina.stream.log.LaneId;
import io.messina.stream.log.LaneSettings;
import io.messina.stream.log.LaneWriter;
import io.messina.stream.log.LaneWriter.FlushTally;
import io.messina.stream.log.Salts;
import io.messina.stream.log.ShardLog;
import io.messina.stream.log.ShardLog.OwnLane;
import io.messina.stream.log.TailCache;
import io.messina.stream.owner.AppendedSpan;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.SavedState;
import io.messina.stream.owner.Shard;
import io.messina.stream.owner.ShardSite;
import io.messina.stream.ownership.OwnedShard;
import io.messina.stream.ownership.ShardTable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * One shard at its owner, from the end of the take-over until it is handed over or lost: its lane,
 * its appender and its groups.
 */
final class ShardOwner implements Shard {

  /** How many bytes the newest events of a shard may take in memory. */
  private static final long TAIL_BYTES_MAX = 4L << 20;

  private final ShardsSite process;
  private final ShardSite site;
  private final LaneWriter writer;
  private final TailCache tail;
  private final ShardAppender appender;
  private final ShardGroups groups;
  private final Mutex defining = new Mutex();

  private ShardOwner(
      ShardsSite process,
      ShardSite site,
      LaneWriter writer,
      TailCache tail,
      ShardAppender appender,
      ShardGroups groups) {
    this.process = process;
    this.site = site;
    this.writer = writer;
    this.tail = tail;
    this.appender = appender;
    this.groups = groups;
  }

  /**
   * Takes over a shard from its former owner. Blocks until that is done.
   *
   * @return empty if the shard was lost
   */
  static Optional<ShardOwner> open(ShardsSite process, OwnedShard owned, CatalogStream stream) {
    ShardSite site = site(process, owned, stream);
    return left(site).map(taken -> open(process, site, taken, groupsNow(process, stream)));
  }

  /**
   * Takes over a shard of a deleted stream from its former owner, and deletes it.
   *
   * @return false if the shard was lost
   */
  static boolean erase(ShardsSite process, OwnedShard owned, CatalogStream deleted) {
    ShardSite site = site(process, owned, deleted);
    return left(site).map(taken -> ShardErasure.erase(site, taken.saved, taken.cuts)).orElse(false);
  }

  private static Supplier<List<CatalogGroup>> groupsNow(ShardsSite process, CatalogStream stream) {
    return () -> {
      CatalogView view = process.catalog().refresh();
      if (!view.isReadable(stream.id())) {
        throw new RequestException.Unavailable(stream.id() + ": groups that cannot be read");
      }
      return view.groups(stream.id());
    };
  }

  private static Optional<TakenOver> left(ShardSite site) {
    Optional<TakenOver> left = Optional.empty();
    while (left.isEmpty() && !site.owned().isLost()) {
      left = takeOver(site);
    }
    return left;
  }

  /** The state from which a new owner starts. */
  private record TakenOver(SavedState saved, Cuts cuts) {}

  private static Optional<TakenOver> takeOver(ShardSite site) {
    return site.read(
            () -> {
              SavedState saved = SavedState.read(site.context().store(), site.owned().state());
              return new Cutting(site).cut(saved).map(cuts -> new TakenOver(saved, cuts));
            })
        .flatMap(taken -> taken);
  }

  private static ShardOwner open(
      ShardsSite process, ShardSite site, TakenOver taken, Supplier<List<CatalogGroup>> groupsNow) {
    LaneId lane = new LaneId(site.shard(), site.owned().epoch());
    TailCache tail = new TailCache(TAIL_BYTES_MAX, site.caches());
    LaneWriter writer =
        new LaneWriter(
            process.context(),
            site.timestamps(),
            site.owned()::confirm,
            lane,
            settings(process, site),
            taken.cuts.floorMicros(),
            tail,
            process.flusher());
    ShardLog log =
        new ShardLog(
            site.context().store(),
            site.context().time().wall(),
            site.shard(),
            taken.cuts.ends(),
            taken.cuts.damaged(),
            taken.cuts.forgottenTo(),
            Optional.of(
                new OwnLane(lane, writer::shownTo, tail, site.stream().options().retention())));
    ShardGroups groups = new ShardGroups(site, taken.saved, log, groupsNow);
    writer.onAdvance(groups::advanced);
    ShardAppender appender = new ShardAppender(site, taken.saved, log, writer);
    appender.start();
    return new ShardOwner(process, site, writer, tail, appender, groups);
  }

  private static ShardSite site(ShardsSite process, OwnedShard owned, CatalogStream stream) {
    return ShardSite.of(owned, stream, process.context(), process.caches());
  }

  private static LaneSettings settings(ShardsSite process, ShardSite site) {
    return new LaneSettings(
        site.stream().options().retention(), salts(site), process.lanes(), LaneSettings.ATTEMPTS);
  }

  private static Salts salts(ShardSite site) {
    return switch (site.stream().options().placement()) {
      case ANY -> Salts.NONE;
      case CORE ->
          new CorePlacement(site.context().store().locations(), ShardTable::partition)
              .log(site.shard(), site.stream().salts().of(site.shard().number()));
    };
  }

  @Override
  public int epoch() {
    if (owned().isLost()) {
      throw new NotOwnerException(owned().shard());
    }
    return owned().epoch();
  }

  OwnedShard owned() {
    return site.owned();
  }

  /** Opens exactly the groups that are defined now, and asks for a new owner if need be. */
  void define() {
    if (isOfOther(process.catalog().view())) {
      site.owned().renew();
    }
    // Read under the lock, so that an older view is not applied after a newer one.
    try (var _ = defining.hold()) {
      CatalogView view = process.catalog().view();
      StreamId stream = site.stream().id();
      if (view.isReadable(stream)) {
        groups.define(view.groups(stream));
      } else {
        groups.defineSome(view.groups(stream));
      }
    }
  }

  /**
   * Whether the stream was deleted, or changed in what an owner uses as it was at its beginning.
   */
  private boolean isOfOther(CatalogView view) {
    StreamId stream = site.stream().id();
    StreamOptions begun = site.stream().options();
    return view.deleted(stream).isPresent()
        || view.stream(stream)
            .map(CatalogStream::options)
            .filter(
                now ->
                    !now.retention().equals(begun.retention())
                        || !now.deduplicate().equals(begun.deduplicate()))
            .isPresent();
  }

  FlushTally flushes() {
    return writer.flushes();
  }

  @Override
  public CompletableFuture<List<AppendedSpan>> append(EventRun events) {
    return appender.append(events);
  }

  @Override
  public DelayedAddress schedule(Event event, Instant due) {
    return appender.schedule(event, due);
  }

  @Override
  public boolean cancel(DelayedAddress id, boolean keyStaysUsed) {
    return appender.cancel(id, keyStaysUsed);
  }

  @Override
  public Optional<ScheduledEvent> scheduled(DelayedAddress id) {
    Optional<ScheduledEvent> found =
        appender
            .waiting(id)
            .<ScheduledEvent>map(ScheduledEvent.Waiting::new)
            .or(
                () ->
                    appender.appended(id).flatMap(groups::event).map(ScheduledEvent.Appended::new));
    // Another owner may have appended it in the meantime, and deleted the row.
    if (!owned().isCurrent()) {
      throw new NotOwnerException(owned().shard());
    }
    return found;
  }

  @Override
  public EventPage read(Position from, int max, Duration wait) {
    return groups.read(from, max, wait);
  }

  @Override
  public Position find(Instant time) {
    return groups.find(time);
  }

  @Override
  public Optional<StoredEvent> event(Position position) {
    return groups.event(position);
  }

  /** Whoever asks for a group that is not known here may have read its definition before this. */
  @Override
  public OwnedGroup group(GroupId group) {
    if (groups.find(group).isEmpty()) {
      refresh();
    }
    return groups.group(group);
  }

  @Override
  public void begin(GroupId group) {
    refresh();
    groups.group(group).begin();
  }

  private void refresh() {
    var _ = process.catalog().refresh();
    define();
  }

  /**
   * Prepares a hand-over: finishes and writes earlier requests, and takes no new ones. Appends go
   * on while those to groups are finished, as these may take longer.
   */
  void drain() {
    var _ = groups.finish();
    appender.drain();
    groups.drain();
  }

  /**
   * The shard was released, but no other process has it: events that were visible can still be
   * read.
   */
  void endAllButReading() {
    appender.close();
    groups.endAllButReading();
  }

  /** The shard is lost. */
  void close() {
    appender.close();
    groups.close();
    tail.close();
  }
}
