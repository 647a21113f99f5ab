package io.messina.stream.cluster;

import io.messina.store.Fence;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.ForwardingStore;
import io.messina.store.PartitionKey;
import io.messina.store.Store;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A process's store that notes which fenced writes the process believes to have applied: of two
 * that expect the same fence only one can have.
 */
final class FenceWatch extends ForwardingStore {

  private final Map<Expected, Fence> applied;
  private final List<String> complaints;

  /** What a fenced write expects of its partition. */
  record Expected(PartitionKey partition, Optional<Fence> fence) {}

  /**
   * A watch.
   *
   * @param store what is watched
   * @param applied shared by the watches of a simulation
   * @param complaints gets what is wrong
   */
  FenceWatch(Store store, Map<Expected, Fence> applied, List<String> complaints) {
    super(store);
    this.applied = applied;
    this.complaints = complaints;
  }

  static Map<Expected, Fence> none() {
    return new HashMap<>();
  }

  @Override
  public FenceOutcome writeIf(FencedBatch batch) {
    FenceOutcome outcome = super.writeIf(batch);
    if (hasApplied(batch, outcome)) {
      Fence other =
          applied.putIfAbsent(new Expected(batch.partition(), batch.expected()), batch.next());
      if (other != null && !other.equals(batch.next())) {
        complaints.add("a stale fence applied: " + batch + ", after " + other);
      }
    }
    return outcome;
  }

  private static boolean hasApplied(FencedBatch batch, FenceOutcome outcome) {
    return switch (outcome) {
      case FenceOutcome.Applied _ -> true;
      case FenceOutcome.Rejected(Optional<Fence> standing) ->
          standing.filter(batch.next()::equals).isPresent();
    };
  }
}
