package io.messina.stream.cluster;

import io.messina.store.Cell;
import io.messina.store.Column;
import io.messina.store.Fence;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.Mutation;
import io.messina.store.PartitionKey;
import io.messina.store.Store;
import io.messina.store.UnknownOutcomeException;
import io.messina.testkit.FaultyStore;
import io.messina.testkit.SimulatedStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Compares what processes may believe of their fenced writes with what the store has applied: a
 * process that is answered "applied", or finds its own next fence standing, takes what it wrote for
 * what stands there.
 */
final class FenceWatch {

  private final Map<Expected, Content> applied = new HashMap<>();
  private final List<String> complaints;
  private int unknown;

  /** What a fenced write expects of its partition. */
  private record Expected(PartitionKey partition, Optional<Fence> fence) {}

  /** What it makes of it. */
  private record Content(
      Fence next, List<Cell<?>> set, List<Column<?>> unset, List<Mutation> mutations) {

    static Content of(FencedBatch batch) {
      return new Content(batch.next(), batch.set(), batch.unset(), batch.mutations());
    }
  }

  /**
   * A watch.
   *
   * @param stores the store, which tells what it applies
   * @param complaints gets what is wrong
   */
  FenceWatch(SimulatedStore stores, List<String> complaints) {
    this.complaints = complaints;
    stores.onApplied(batch -> applied.put(expected(batch), Content.of(batch)));
  }

  /** How often nobody was told whether a fenced write had applied. */
  int unknown() {
    return unknown;
  }

  /** The same store, watched. */
  Store over(Store store) {
    return new FaultyStore(store)
        .around(
            (call, asked) ->
                call.argument() instanceof FencedBatch batch ? watched(batch, asked) : asked.get());
  }

  private Object watched(FencedBatch batch, Supplier<Object> asked) {
    try {
      Object outcome = asked.get();
      boolean isTakenForApplied =
          switch ((FenceOutcome) outcome) {
            case FenceOutcome.Applied _ -> true;
            case FenceOutcome.Rejected(Optional<Fence> standing) ->
                standing.filter(batch.next()::equals).isPresent();
          };
      if (isTakenForApplied) {
        believed(batch);
      }
      return outcome;
    } catch (UnknownOutcomeException e) {
      unknown++;
      throw e;
    }
  }

  private static Expected expected(FencedBatch batch) {
    return new Expected(batch.partition(), batch.expected());
  }

  private void believed(FencedBatch batch) {
    Content stands = applied.get(expected(batch));
    if (!Content.of(batch).equals(stands)) {
      complaints.add("believed applied: " + batch + ", where the store applied " + stands);
    }
  }
}
