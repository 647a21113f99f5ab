package io.messina.testkit;

import io.messina.store.PartitionKey;
import io.messina.testkit.simulation.Alarm;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Requests that are under way for longer than usual. A write to a FENCED partition may also be
 * completed by another reader or writer of the partition, as Paxos does with a round that it finds
 * unfinished.
 */
final class LateRequests {

  /** Beyond so many at once, further ones are lost. */
  private static final int REQUESTS_MAX = 1_000;

  private static final double COMPLETION = 0.125;

  private final Simulation simulation;
  private final Network network;
  private final Map<PartitionKey, List<LateRequest>> fenced = new HashMap<>();
  private int number;
  private long fencedArrived;

  LateRequests(Simulation simulation, Network network) {
    this.simulation = simulation;
    this.network = network;
  }

  void add(Optional<PartitionKey> partition, Duration delay, Runnable arrival) {
    if (number == REQUESTS_MAX) {
      return;
    }
    number++;
    LateRequest request = new LateRequest(partition, arrival);
    partition.ifPresent(key -> fenced.computeIfAbsent(key, any -> new ArrayList<>()).add(request));
    request.alarm = Optional.of(simulation.after(delay, () -> strike(request)));
  }

  /** Gives the unfinished writes of a partition their chance. */
  void meet(PartitionKey partition) {
    for (LateRequest request : List.copyOf(fenced.getOrDefault(partition, List.of()))) {
      // One that is completed may itself meet and complete others of this list.
      if (network.chance(COMPLETION) && request.alarm.filter(Alarm::cancel).isPresent()) {
        strike(request);
      }
    }
  }

  private void strike(LateRequest request) {
    number--;
    request.partition.ifPresent(
        key -> {
          fencedArrived++;
          fenced.computeIfPresent(
              key,
              (any, waiting) -> {
                waiting.remove(request);
                return waiting.isEmpty() ? null : waiting;
              });
        });
    request.arrival.run();
  }

  /** Returns the number of writes to FENCED partitions that have arrived late. */
  long fencedArrived() {
    return fencedArrived;
  }

  private static final class LateRequest {

    private final Optional<PartitionKey> partition;
    private final Runnable arrival;
    private Optional<Alarm> alarm = Optional.empty();

    private LateRequest(Optional<PartitionKey> partition, Runnable arrival) {
      this.partition = partition;
      this.arrival = arrival;
    }
  }
}
