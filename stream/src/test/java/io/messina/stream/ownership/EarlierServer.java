package io.messina.stream.ownership;

import io.messina.runtime.Context;
import io.messina.runtime.FencedSending;
import io.messina.runtime.FencedWrite;
import io.messina.runtime.Moment;
import io.messina.store.Column;
import io.messina.store.Fence;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.SimulatedSites;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A server of an earlier version, which knows no members: it claims the row of its cluster, beats
 * by the fence of the row, and may act as an owner of all shards while its last confirmed beat is
 * young. When it has lost the row it tries to claim it again, as another incarnation. Names of
 * columns and rules are those of the earlier version.
 */
final class EarlierServer {

  static final Duration LEASE = OwnershipOptions.DEFAULT.lease();
  private static final Column<String> CLUSTER = Column.ofText("cluster");
  private static final Column<String> DATACENTER = Column.ofText("datacenter");
  private static final Column<Boolean> RELEASED = Column.ofBoolean("released");
  private static final Column<Long> EPOCH = Column.ofLong("epoch");
  private static final Column<String> PROCESS = Column.ofText("process");
  private static final Column<Instant> SINCE = Column.ofInstant("since");
  private static final PartitionKey PARTITION =
      ClusterGuard.CLUSTERS.partition(CLUSTER.of("cluster"));
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);

  private final Context context;
  private final String datacenter;
  private volatile BeatClock clock = new BeatClock(LEASE);
  private Optional<Fence> standing = Optional.empty();
  private volatile boolean closing;
  private volatile boolean refused;
  private int incarnations;

  EarlierServer(SimulatedNode node, Store store, String datacenter) {
    this.context = SimulatedSites.context(store, node, "earlier");
    this.datacenter = datacenter;
  }

  /** Starts, on a thread of its own. */
  void start() {
    context.start(
        () -> {
          while (!closing && !refused) {
            incarnations++;
            clock = new BeatClock(LEASE);
            serve(new FenceWatch(LEASE), Incarnation.next(context.random()));
          }
        });
  }

  /** Whether it acts as the owner of all shards at this moment. */
  boolean holdsLease() {
    return clock.holdsLease(Moment.now(context.time()));
  }

  /** Whether it has found the cluster used from another data centre, and does nothing any more. */
  boolean isRefused() {
    return refused;
  }

  /** How often it has begun to look for the row. */
  int incarnations() {
    return incarnations;
  }

  /** Releases the row and ends. */
  void close() {
    closing = true;
  }

  private void serve(FenceWatch watch, Incarnation me) {
    Optional<FencedSending> pending = Optional.empty();
    long sent = 0;
    standing = Optional.empty();
    while (!clock.isLost(Moment.now(context.time()))) {
      try {
        if (pending.isEmpty() && standing.isEmpty()) {
          pending = claim(watch, me).map(FencedSending::new);
        } else if (pending.isEmpty()) {
          pending = standing.map(EarlierServer::beat).map(FencedSending::new);
        }
        if (refused) {
          return;
        }
        if (pending.isPresent()) {
          sent = clock.send(Moment.now(context.time()));
          FencedSending sending = pending.get();
          FencedWrite outcome = sending.answered(context.store().writeIf(sending.batch()));
          pending = Optional.empty();
          if (outcome instanceof FencedWrite.Applied applied) {
            standing = Optional.of(applied.fence());
            clock.confirm(sent, Moment.now(context.time()));
          } else if (standing.isPresent()) {
            clock.lose();
          }
        }
      } catch (StoreUnavailableException e) {
        // The same write is sent again.
      }
      if (closing && standing.isPresent() && pending.isEmpty()) {
        release(standing.get());
        return;
      }
      pause(standing.isPresent() ? OwnershipOptions.DEFAULT.beatEvery() : LOOK_EVERY);
    }
  }

  private Optional<FencedBatch> claim(FenceWatch watch, Incarnation me) {
    long begun = context.time().nanoTime();
    Optional<StaticRow> row = context.store().look(PARTITION);
    if (row.flatMap(it -> it.find(DATACENTER)).filter(it -> !it.equals(datacenter)).isPresent()) {
      refused = true;
      return Optional.empty();
    }
    row.ifPresent(it -> watch.read(begun, context.time().nanoTime(), it.fence()));
    if (row.isPresent()
        && !row.get().find(RELEASED).orElse(false)
        && !watch.isDead(row.get().fence())) {
      return Optional.empty();
    }
    long epoch = row.map(it -> it.fence().epoch()).orElse(0L) + 1;
    Fence next = new Fence(epoch, 0, me);
    return Optional.of(
        row.map(it -> FencedBatch.after(it.fence(), next, PARTITION))
            .orElseGet(() -> FencedBatch.first(next, PARTITION))
            .set(DATACENTER.of(datacenter))
            .unset(RELEASED)
            .put(
                Row.of(
                    PARTITION.row(EPOCH.of(epoch)),
                    PROCESS.of("process 4711 of host a"),
                    SINCE.of(context.now())))
            .build());
  }

  private static FencedBatch beat(Fence standing) {
    return FencedBatch.after(standing, standing.next(), PARTITION).build();
  }

  private void release(Fence fence) {
    clock.lose();
    var _ =
        context
            .store()
            .writeIf(
                FencedBatch.after(fence, fence.next(), PARTITION).set(RELEASED.of(true)).build());
  }

  private void pause(Duration duration) {
    try {
      context.time().sleep(duration);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
