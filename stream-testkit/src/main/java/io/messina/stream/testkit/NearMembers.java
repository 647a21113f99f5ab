package io.messina.stream.testkit;

import io.messina.runtime.Context;
import io.messina.store.Store;
import io.messina.stream.node.NodeLimits;
import io.messina.stream.node.NodeSite;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.PeerException;
import io.messina.stream.owner.Peers;
import io.messina.stream.ownership.OwnershipOptions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Members of a cluster in one process, on one store, who ask each other without a network; all in a
 * hurry as {@link HurriedTime} says: a lease takes a second. Safe for use by many threads.
 */
public final class NearMembers implements AutoCloseable {

  private static final Duration LEASE = Duration.ofSeconds(10);

  private final Context context;
  private final Map<String, Streams> members = new ConcurrentHashMap<>();
  private final Set<String> unreachable = ConcurrentHashMap.newKeySet();

  /**
   * Without members.
   *
   * @param store outlives them
   */
  public NearMembers(Store store) {
    this.context = HurriedTime.context(store);
  }

  /** Returns what each of them works with. */
  public Context context() {
    return context;
  }

  /** Starts a member; it has shards once it has beaten for two leases. */
  public Streams start(String address) {
    Streams streams =
        Streams.start(
            new NodeSite(
                context,
                peers(),
                "cluster",
                address,
                new OwnershipOptions(LEASE, Duration.ofSeconds(1), false, true),
                NodeLimits.DEFAULT));
    members.put(address, streams);
    return streams;
  }

  private Peers peers() {
    return address ->
        Optional.ofNullable(members.get(address))
            .filter(_ -> !unreachable.contains(address))
            .orElseThrow(() -> new PeerException(address + ": unreachable", false))
            .service();
  }

  /** Makes a member unreachable for the others; the store reaches it. */
  public void cut(String address) {
    unreachable.add(address);
  }

  /** Makes all reachable. */
  public void reconnect() {
    unreachable.clear();
  }

  /** Lets a member leave. */
  public void stop(String address) {
    Optional.ofNullable(members.get(address)).ifPresent(Streams::close);
    members.remove(address);
  }

  @Override
  public void close() {
    Set.copyOf(members.keySet()).forEach(this::stop);
  }
}
