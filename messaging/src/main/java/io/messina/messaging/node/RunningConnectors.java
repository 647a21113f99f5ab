package io.messina.messaging.node;

import io.messina.api.StreamName;
import io.messina.api.message.connector.ConnectorDefinition;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.route.Candidates.Candidate;
import io.messina.runtime.Mutex;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Runs the defined connectors, and for deleted ones a connector that refuses late messages. Safe
 * for use by many threads.
 */
final class RunningConnectors implements AutoCloseable {

  private final ConnectorServices services;
  private final Map<String, ConnectorRunner> running = new ConcurrentHashMap<>();
  private final Mutex lock = new Mutex(); // held while connectors start or end
  private volatile Map<String, Candidate> candidates = Map.of();
  private boolean closed; // under the lock

  RunningConnectors(ConnectorServices services) {
    this.services = services;
  }

  /** Starts new connectors, and ends replaced and deleted ones. Does not wait. */
  void run(Map<String, ConnectorDefinition> living, Set<String> deleted) {
    try (var _ = lock.hold()) {
      if (closed) {
        return;
      }
      Set<String> names = new HashSet<>(living.keySet());
      names.addAll(withStreams(deleted));
      running.keySet().stream().filter(name -> !names.contains(name)).forEach(this::end);
      names.forEach(name -> run(name, Optional.ofNullable(living.get(name))));
      Map<String, Candidate> now = new HashMap<>();
      running.forEach(
          (name, runner) -> {
            if (runner.definition().isPresent()) {
              now.put(name, runner.candidate());
            }
          });
      candidates = Map.copyOf(now);
    }
  }

  private void run(String name, Optional<ConnectorDefinition> wanted) {
    Optional<ConnectorRunner> former = find(name);
    if (former.isEmpty() || !former.get().definition().equals(wanted)) {
      running.put(name, ConnectorRunner.start(services, name, wanted, former));
    }
  }

  /** Nothing comes late to a stream that was deleted too. */
  private Set<String> withStreams(Set<String> deleted) {
    if (deleted.isEmpty()) {
      return Set.of();
    }
    Set<StreamName> there =
        services.streams().streams().list().stream()
            .map(stream -> stream.id().name())
            .collect(Collectors.toSet());
    return deleted.stream()
        .filter(name -> there.contains(MessageStreams.ofConnector(name)))
        .collect(Collectors.toSet());
  }

  private void end(String name) {
    find(name).ifPresent(ended -> services.context().start(ended::close));
    running.remove(name);
  }

  Optional<ConnectorRunner> find(String name) {
    return Optional.ofNullable(running.get(name));
  }

  /** The connectors that may be chosen, at this moment. */
  Map<String, Candidate> candidates() {
    return candidates;
  }

  /** Waits for the calls that are under way. Repeating it changes nothing. */
  @Override
  public void close() {
    List<ConnectorRunner> all;
    try (var _ = lock.hold()) {
      closed = true;
      all = List.copyOf(running.values());
    }
    CompletableFuture.allOf(
            all.stream()
                .map(each -> CompletableFuture.runAsync(each::close, services.context()::start))
                .toArray(CompletableFuture[]::new))
        .join();
  }
}
