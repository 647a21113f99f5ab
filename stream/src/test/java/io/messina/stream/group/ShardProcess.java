package io.messina.stream.group;

import io.messina.runtime.Context;
import io.messina.store.ForwardingStore;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.SimulatedSites;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.log.CacheBudget;
import io.messina.stream.log.LaneEnds;
import io.messina.stream.log.LaneId;
import io.messina.stream.log.LaneLimits;
import io.messina.stream.log.LaneSettings;
import io.messina.stream.log.LaneWriter;
import io.messina.stream.log.RetentionClass;
import io.messina.stream.log.Salts;
import io.messina.stream.log.ShardLog;
import io.messina.stream.log.ShardLog.OwnLane;
import io.messina.stream.log.TailCache;
import io.messina.stream.owner.SavedState;
import io.messina.stream.owner.ShardSite;
import io.messina.stream.ownership.OwnedShard;
import io.messina.stream.ownership.ShardListener;
import io.messina.stream.ownership.ShardTable;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A process that owns the shard of a test: its lane and its groups. */
final class ShardProcess implements ShardListener {

  final SimulatedNode node;
  final Store store;
  private final World world;
  private final TailCache tail = new TailCache(1 << 20, CacheBudget.unbounded());
  @Nullable ShardSite site;
  @Nullable LaneWriter lane;
  @Nullable ShardLog log;
  @Nullable ShardGroups groups;
  volatile boolean ready;

  /** Whether dead letters cannot be written. */
  volatile boolean refusesLetters;

  /** Whether the log cannot be read. */
  volatile boolean refusesLog;

  /** A store that does not do everything for a while. */
  private static final class RefusingStore extends ForwardingStore {

    private final ShardProcess process;

    RefusingStore(Store store, ShardProcess process) {
      super(store);
      this.process = process;
    }

    @Override
    public void write(PlainBatch batch) {
      if (process.refusesLetters
          && batch.partition().table().equals(DeadLetterTable.DEAD_LETTERS)) {
        throw new StoreUnavailableException("no dead letters now");
      }
      super.write(batch);
    }

    @Override
    public Iterator<Row> scan(Scan scan) {
      if (process.refusesLog && RetentionClass.logs().contains(scan.table())) {
        throw new StoreUnavailableException("no log now");
      }
      return super.scan(scan);
    }
  }

  /** What outlives processes. */
  record World(
      SimulatedStore stores, NavigableMap<Integer, Long> cuts, List<CatalogGroup> groups) {}

  ShardProcess(SimulatedNode node, World world) {
    this.node = node;
    this.store = new RefusingStore(world.stores().at(node), this);
    this.world = world;
    SimulatedSites.sole(node, store, GroupRoom.SHARD, this).start();
  }

  @Override
  public void taken(OwnedShard owned) {
    NavigableMap<Integer, Long> cuts = cutsBefore(owned.epoch());
    Context context = SimulatedSites.context(store, node, "shard");
    ShardSite next = ShardSite.of(owned, GroupRoom.STREAM, context, CacheBudget.unbounded());
    site = next;
    LaneId id = new LaneId(GroupRoom.SHARD, owned.epoch());
    LaneWriter writer =
        new LaneWriter(
            next.context(),
            next.timestamps(),
            owned::mayAcknowledge,
            id,
            new LaneSettings(
                GroupRoom.STREAM.options().retention(),
                Salts.NONE,
                LaneLimits.DEFAULT,
                LaneSettings.ATTEMPTS),
            0,
            tail);
    lane = writer;
    ShardLog read =
        new ShardLog(
            store,
            node.clock(),
            GroupRoom.SHARD,
            cuts,
            Set.of(),
            Optional.of(new OwnLane(id, writer::shownTo, tail)));
    log = read;
    SavedState saved =
        next.read(() -> SavedState.read(store, ShardTable.partition(GroupRoom.SHARD, 0)))
            .orElseThrow();
    ShardGroups made = new ShardGroups(next, saved, read, () -> List.copyOf(world.groups()));
    groups = made;
    writer.onAdvance(made::advanced);
    made.define(List.copyOf(world.groups()));
    ready = true;
  }

  private NavigableMap<Integer, Long> cutsBefore(int epoch) {
    for (int former = 1; former < epoch; former++) {
      int uncut = former;
      world.cuts().computeIfAbsent(former, any -> cut(uncut));
    }
    return world.cuts();
  }

  private long cut(int epoch) {
    while (true) {
      try {
        return new LaneEnds(store).find(new LaneId(GroupRoom.SHARD, epoch)).cut();
      } catch (StoreUnavailableException e) {
        GroupRoom.sleep(node, 20);
      }
    }
  }

  @Override
  public void release(OwnedShard shard) {}

  @Override
  public void lost(OwnedShard shard) {
    if (groups != null) {
      groups.close();
    }
  }
}
