package io.messina.peers.node;

import io.messina.api.MemberState;
import io.messina.peers.PeerListener;
import io.messina.peers.PeerNetwork;
import io.messina.runtime.Context;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.PeerException;
import io.messina.stream.ownership.NodeId;
import io.messina.stream.ownership.SeenMember;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first contact with each other member: this node connects to every one as it appears, so that
 * what keeps two apart is said by both at once, and not by the first request that needs it. A node
 * that no other one reaches finds that out, too. Safe for use by many threads.
 */
final class MemberContacts implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(MemberContacts.class);

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final Context context;
  private final PeerNetwork network;
  private final Duration grace;

  /** Those that are reached, or that a thread is about to reach. */
  private final Set<NodeId> known = ConcurrentHashMap.newKeySet();

  /** What keeps this node from another one, as it was logged. */
  private final Map<NodeId, String> apart = new ConcurrentHashMap<>();

  private volatile Optional<PeerListener> listener = Optional.empty();
  private volatile boolean waited;
  private volatile boolean closed;
  private long othersSinceNanos; // of the thread that looks
  private boolean hasOthers; // of the thread that looks

  /**
   * Nobody is contacted yet.
   *
   * @param grace how long others may take to reach this node
   */
  MemberContacts(Context context, PeerNetwork network, Duration grace) {
    this.context = context;
    this.network = network;
    this.grace = grace;
  }

  /** Begins to look for members. */
  void start(Streams streams, PeerListener accepting) {
    listener = Optional.of(accepting);
    context.start(
        () -> {
          while (!closed) {
            look(streams);
            UninterruptibleSleep.sleep(context.time(), LOOK_EVERY);
          }
        });
  }

  /** Whether another node has reached this one, or still has time to. */
  boolean isReached() {
    return !waited || listener.map(PeerListener::isReached).orElse(true);
  }

  private void look(Streams streams) {
    List<NodeId> others =
        streams.seen().stream()
            .filter(member -> member.state() == MemberState.LIVING)
            .map(SeenMember::id)
            .filter(id -> !id.address().equals(streams.address()))
            .toList();
    known.retainAll(others);
    apart.keySet().retainAll(others);
    others.stream().filter(known::add).forEach(member -> context.start(() -> reach(member)));
    await(!others.isEmpty());
  }

  private void reach(NodeId member) {
    try {
      network.reach(member.address());
      if (apart.remove(member) != null) {
        LOG.info("{} is reached now.", member.address());
      }
    } catch (PeerException e) {
      known.remove(member);
      String why = String.valueOf(e.getMessage());
      if (!closed && !why.equals(apart.put(member, why))) {
        LOG.warn("A living member cannot be asked for its shards: {}", why);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void await(boolean areOthers) {
    long now = context.time().nanoTime();
    if (areOthers && !hasOthers) {
      othersSinceNanos = now;
    }
    hasOthers = areOthers;
    boolean isOver = areOthers && now - othersSinceNanos >= grace.toNanos();
    if (isOver && !waited && !listener.map(PeerListener::isReached).orElse(true)) {
      LOG.warn(
          "No other server has reached this one in {} s, so it takes no shards until one does: look"
              + " at its advertised address, the address at which it listens for others, the"
              + " cluster secret, and the network.",
          grace.toSeconds());
    }
    waited = isOver;
  }

  @Override
  public void close() {
    closed = true;
  }
}
