package io.messina.peers;

import io.messina.peers.call.CallHandler;
import io.messina.peers.call.RemotePeers;
import io.messina.runtime.Context;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.ForwardingStore;
import io.messina.store.PlainBatch;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.log.LaneLimits;
import io.messina.stream.node.NodeLimits;
import io.messina.stream.node.NodeSite;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.ShardService;
import io.messina.stream.ownership.OwnershipOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A node as a member of a cluster: its streams, and its connections to others. */
final class StreamsPeer implements AutoCloseable {

  static final Duration LEASE = Duration.ofSeconds(2);

  final Streams streams;
  final DisturbedStore store;
  final String address;
  private final PeerNetwork network;
  private final PeerListener listener;

  private StreamsPeer(Store shared, OwnershipOptions ownership, LaneLimits lanes)
      throws IOException {
    this.address = PeerRig.freeAddress();
    PeerSettings settings = PeerRig.settings("cluster", address, Optional.of(PeerRig.SECRET));
    this.network = new PeerNetwork(settings);
    this.store = new DisturbedStore(shared);
    NodeLimits usual = NodeLimits.DEFAULT;
    this.streams =
        Streams.start(
            new NodeSite(
                Context.ofMachine(store, "peer-"),
                new RemotePeers(network, () -> true),
                "cluster",
                address,
                ownership,
                new NodeLimits(
                    usual.waitingBytesMax(), usual.shardsAtOnce(), usual.cacheBytesMax(), lanes)));
    CallHandler handler = new CallHandler(streams.service());
    this.listener = PeerRig.listen(settings, (_, request, _) -> handler.answer(request));
  }

  /** The only node of its store, which owns all shards. */
  static StreamsPeer sole(Store store, LaneLimits lanes) throws IOException {
    return new StreamsPeer(store, OwnershipOptions.SOLE, lanes);
  }

  /** One of several nodes. */
  static StreamsPeer member(Store shared) throws IOException {
    return new StreamsPeer(
        shared,
        new OwnershipOptions(LEASE, Duration.ofMillis(200), false, true),
        LaneLimits.DEFAULT);
  }

  int connections() {
    return listener.connections();
  }

  /** The shards of another node, as this one reaches them. */
  ShardService shardsOf(StreamsPeer other) {
    return new RemotePeers(network, () -> true).at(other.address);
  }

  @Override
  public void close() throws IOException {
    store.writable.countDown();
    store.broken = false;
    listener.close();
    streams.close();
    network.close();
  }

  /** What a node shares with others, whose writes can be held up or made to fail. */
  static final class DisturbedStore extends ForwardingStore {

    volatile CountDownLatch writable = new CountDownLatch(0);
    volatile boolean broken;

    /** Writes that are held up. */
    volatile int held;

    private DisturbedStore(Store store) {
      super(store);
    }

    @Override
    public void write(PlainBatch batch) {
      await();
      super.write(batch);
    }

    @Override
    public FenceOutcome writeIf(FencedBatch batch) {
      await();
      return super.writeIf(batch);
    }

    private void await() {
      try {
        CountDownLatch until = writable;
        held = (int) until.getCount();
        until.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (broken) {
        throw new StoreUnavailableException("broken on purpose");
      }
    }
  }
}
