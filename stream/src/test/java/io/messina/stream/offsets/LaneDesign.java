package io.messina.stream.offsets;

import io.messina.api.Position;
import io.messina.runtime.Futures;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.Event;
import io.messina.stream.ShardRig;
import io.messina.stream.log.LogItem.StoredBatch;
import io.messina.stream.log.ShardLog;
import io.messina.stream.owner.AppendedSpan;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * What streams do: producers hand their events to the one process that has the shard, which writes
 * them to the lane of its epoch and hands them out in that order. A successor finds the lane's end
 * before anything else.
 */
final class LaneDesign implements Design {

  private static final Duration PAUSE = Duration.ofMillis(50);

  private final ShardRig rig;
  private Position next = Position.START;

  LaneDesign(ShardRig rig) {
    this.rig = rig;
  }

  @Override
  public void append(SimulatedNode producer, Store store, String event) {
    while (rig.owner.isEmpty()) {
      producer.pause(PAUSE);
    }
    ShardRig.Owner owner = rig.owner();
    CompletableFuture<List<AppendedSpan>> answer =
        rig.begin(
            () -> Futures.join(owner.appender().append(List.of(Event.of(Bytes.utf8(event))))));
    while (!answer.isDone() && !owner.node().isCrashed()) {
      producer.pause(PAUSE);
    }
    var _ = answer.resultNow();
  }

  @Override
  public SimulatedNode start(Consumer<String> handler) {
    SimulatedNode node = rig.start();
    node.spawn(
        "consumer",
        () -> {
          while (true) {
            rig.owner.ifPresent(owner -> handOut(owner.log(), handler));
            node.pause(PAUSE);
          }
        });
    return node;
  }

  private void handOut(ShardLog log, Consumer<String> handler) {
    try {
      log.read(next)
          .forEachRemaining(
              item -> {
                if (item instanceof StoredBatch batch) {
                  batch.batch().events().forEach(event -> handler.accept(event.payload().toUtf8()));
                }
                next = item.end();
              });
    } catch (StoreUnavailableException e) {
      // The next round goes on where this one ended.
    }
  }
}
