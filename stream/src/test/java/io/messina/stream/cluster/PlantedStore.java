package io.messina.stream.cluster;

import io.messina.store.Fence;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.ForwardingStore;
import io.messina.store.Mutation;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import io.messina.store.UnknownOutcomeException;
import io.messina.stream.owner.Section;
import io.messina.stream.ownership.ShardTable;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Between a node and its store: does what a wrong node, or one without rules, would. */
final class PlantedStore extends ForwardingStore {

  private static final String LOGS = "log_";
  private static final String MEMBERS = "members";
  private static final String DEAD_LETTERS = "dead_letters";
  private static final int MUTE_ONE_IN = 20;
  private static final Duration MUTE = Duration.ofSeconds(8);

  private final SimulatedNode node;
  private final PlantedBug bug;
  private final BooleanSupplier calm;
  private long mutedUntilNanos;

  PlantedStore(Store store, SimulatedNode node, PlantedBug bug, BooleanSupplier calm) {
    super(store);
    this.node = node;
    this.bug = bug;
    this.calm = calm;
    this.mutedUntilNanos = node.clock().nanoTime();
  }

  @Override
  public void write(PlainBatch batch) {
    Table table = batch.partition().table();
    boolean later =
        bug == PlantedBug.ACKNOWLEDGES_BEFORE_THE_WRITE_RETURNS && table.name().startsWith(LOGS);
    boolean never =
        (bug == PlantedBug.WRITES_NO_DEAD_LETTERS && table.name().equals(DEAD_LETTERS))
            || (bug == PlantedBug.CONFIRMS_BEATS_THAT_ARE_NOT_WRITTEN
                && table.name().equals(MEMBERS)
                && isMuted());
    if (later) {
      node.spawn("careless", () -> writeStubbornly(batch));
    } else if (!never) {
      super.write(batch);
    }
  }

  @Override
  public FenceOutcome writeIf(FencedBatch batch) {
    if (bug == PlantedBug.DROPS_THE_FENCE) {
      return writeWhateverStands(batch);
    }
    try {
      return super.writeIf(batch);
    } catch (UnknownOutcomeException e) {
      if (bug == PlantedBug.BELIEVES_UNANSWERED_FENCED_WRITES) {
        return new FenceOutcome.Applied();
      }
      throw bug == PlantedBug.FORGETS_UNANSWERED_FENCED_WRITES
          ? new StoreUnavailableException("not applied, as it seems", e)
          : e;
    }
  }

  @Override
  public Iterator<Row> scan(Scan scan) {
    Iterator<Row> rows = super.scan(scan);
    String table = scan.table().name();
    if (bug == PlantedBug.READS_LANES_SHORT_OF_THEIR_END
        && scan.reversed()
        && table.startsWith(LOGS)
        && rows.hasNext()) {
      Row last = rows.next();
      return rows.hasNext() ? rows : List.of(last).iterator();
    }
    return bug == PlantedBug.RESTORES_NO_DELIVERY_STATE && table.equals(ShardTable.SHARDS.name())
        ? withoutClaims(rows)
        : rows;
  }

  private static Iterator<Row> withoutClaims(Iterator<Row> rows) {
    List<Row> others = new ArrayList<>();
    rows.forEachRemaining(others::add);
    others.removeIf(row -> row.get(ShardTable.SECTION).equals(Section.CLAIMS.value()));
    return others.iterator();
  }

  private boolean isMuted() {
    long nowNanos = node.clock().nanoTime();
    if (node.random().nextInt(MUTE_ONE_IN) == 0) {
      mutedUntilNanos = nowNanos + MUTE.toNanos();
    }
    return nowNanos < mutedUntilNanos && !calm.getAsBoolean();
  }

  private void writeStubbornly(PlainBatch batch) {
    while (true) {
      try {
        super.write(batch);
        return;
      } catch (StoreUnavailableException e) {
        node.pause(Duration.ofMillis(20));
      }
    }
  }

  private FenceOutcome writeWhateverStands(FencedBatch batch) {
    FenceOutcome outcome = super.writeIf(batch);
    while (outcome instanceof FenceOutcome.Rejected) {
      Optional<Fence> standing = super.getStatic(batch.partition()).map(StaticRow::fence);
      outcome = super.writeIf(after(standing, batch));
    }
    return outcome;
  }

  private static FencedBatch after(Optional<Fence> standing, FencedBatch batch) {
    FencedBatch.Builder same =
        standing
            .map(fence -> FencedBatch.after(fence, next(fence, batch), batch.partition()))
            .orElseGet(() -> FencedBatch.first(batch.next(), batch.partition()));
    batch.set().forEach(same::set);
    batch.unset().forEach(same::unset);
    for (Mutation mutation : batch.mutations()) {
      switch (mutation) {
        case Mutation.Put put -> same.put(put.row());
        case Mutation.DeleteRow delete -> same.delete(delete.key());
        case Mutation.DeleteRange delete -> same.delete(delete.range());
        case Mutation.DeletePartition _ -> throw new IllegalStateException("of a fenced table");
      }
    }
    return same.build();
  }

  private static Fence next(Fence standing, FencedBatch batch) {
    return batch.next().isAfter(standing)
        ? batch.next()
        : new Fence(standing.epoch(), standing.n() + 1, batch.next().writer());
  }
}
