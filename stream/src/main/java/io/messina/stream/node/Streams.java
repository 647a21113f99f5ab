package io.messina.stream.node;

import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.Context;
import io.messina.runtime.NodeTime;
import io.messina.runtime.SystemTime;
import io.messina.store.HybridClock;
import io.messina.store.Store;
import io.messina.stream.ShardId;
import io.messina.stream.cache.CacheBudget;
import io.messina.stream.catalog.Catalog;
import io.messina.stream.catalog.Created;
import io.messina.stream.catalog.StreamDefinition;
import io.messina.stream.consume.OwnShards;
import io.messina.stream.lane.FlushTally;
import io.messina.stream.ownership.KnownShards;
import io.messina.stream.ownership.Ownership;
import io.messina.stream.ownership.OwnershipOptions;
import io.messina.stream.ownership.OwnershipSite;
import io.messina.stream.peer.Peers;
import io.messina.stream.peer.ShardService;
import io.messina.stream.shard.OwnedShards;
import io.messina.stream.shard.ShardsSite;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/**
 * A node: the streams of a cluster, as a program uses them. It owns a part of their shards, and
 * finds the owners of the others. Safe for use by many threads.
 */
public final class Streams implements AutoCloseable {

  private final Node node;
  private final OwnedShards shards;
  private final Ownership ownership;
  private final Catalog catalog;
  private final HybridClock timestamps;
  private final CacheBudget caches;
  private final AtomicBoolean closing = new AtomicBoolean();

  private Streams(
      Node node,
      OwnedShards shards,
      Ownership ownership,
      Catalog catalog,
      HybridClock timestamps,
      CacheBudget caches) {
    this.node = node;
    this.shards = shards;
    this.ownership = ownership;
    this.catalog = catalog;
    this.timestamps = timestamps;
    this.caches = caches;
  }

  /**
   * Starts a node of a cluster. It takes shards as soon as the cluster gives it some.
   *
   * @param site where it works
   * @return the node, to be closed
   * @throws io.messina.store.StoreException where the tables cannot be made
   */
  public static Streams start(NodeSite site) {
    NodeTables.create(site.store());
    Catalog catalog = new Catalog(site.context());
    CacheBudget caches = new CacheBudget(site.limits().cacheBytesMax(), site.time()::nanoTime);
    OwnedShards shards =
        new OwnedShards(new ShardsSite(site.context(), catalog, caches, site.limits().lanes()));
    KnownShards known = new CatalogShards(catalog);
    HybridClock timestamps =
        new HybridClock(site.time().wall(), site.store().timestampFloorMicros());
    Ownership ownership =
        new Ownership(
            new OwnershipSite(site.context(), timestamps, site.cluster(), site.address()),
            site.ownership(),
            known,
            shards);
    Node node = new Node(site, catalog, known, new ServedShards(shards));
    catalog.start();
    ownership.start();
    return new Streams(node, shards, ownership, catalog, timestamps, caches);
  }

  /**
   * Starts the only node on a store that this process alone uses.
   *
   * @param store the store; it outlives the node, which does not close it
   * @return the node, to be closed
   * @throws io.messina.store.StoreException where the tables cannot be made
   */
  public static Streams embedded(Store store) {
    return embedded(store, NodeLimits.DEFAULT);
  }

  /**
   * Starts a node as {@link #embedded(Store)} does, with other bounds.
   *
   * @param store the store; it outlives the node, which does not close it
   * @param limits the node's bounds
   * @return the node, to be closed
   * @throws io.messina.store.StoreException where the tables cannot be made
   */
  public static Streams embedded(Store store, NodeLimits limits) {
    ThreadFactory threads = Thread.ofVirtual().name("messina-", 0).factory();
    return start(
        new NodeSite(
            new Context(store, new SystemTime(threads), new SecureRandom(), threads),
            Peers.NONE,
            "embedded",
            "embedded",
            OwnershipOptions.SOLE,
            limits));
  }

  /**
   * Makes sure that a stream is there and has these options.
   *
   * @param name how it is called
   * @param options what it is like
   * @return the stream, and whether this call created it
   * @throws io.messina.stream.StreamException.Refused where it has another number of shards or
   *     another placement, or where the store has no places that stay and the placement wants them
   */
  public Created<Stream> create(StreamName name, StreamOptions options) {
    return create(name, _ -> options);
  }

  /**
   * Makes sure that a stream exists, with options made from the present ones: nothing is lost if
   * others change other options at the same time.
   *
   * @param name how it is called
   * @param options what becomes of the options that stand, of a new stream of {@link
   *     StreamOptions#DEFAULT}; asked as often as others come in between
   * @return the stream, and whether this call created it
   * @throws io.messina.stream.StreamException.Refused as {@link #create(StreamName, StreamOptions)}
   *     does
   */
  public Created<Stream> create(StreamName name, UnaryOperator<StreamOptions> options) {
    node.checkOpen();
    Created<StreamDefinition> created = catalog.create(name, options);
    return new Created<>(new Stream(node, created.value().id()), created.isNew());
  }

  /**
   * Changes a stream by what its options are: nothing is lost where others change other options at
   * the same time.
   *
   * @param name how it is called
   * @param options what becomes of the options that stand; asked as often as others come in between
   * @return the stream
   * @throws io.messina.stream.StreamException.NotFound where there is none
   * @throws io.messina.stream.StreamException.Refused where the number of shards or the placement
   *     would change
   */
  public Stream change(StreamName name, UnaryOperator<StreamOptions> options) {
    node.checkOpen();
    return new Stream(node, catalog.change(name, options).id());
  }

  /**
   * A stream.
   *
   * @param name how it is called
   * @return its present creation
   * @throws io.messina.stream.StreamException.NotFound where there is none
   * @throws io.messina.stream.StreamException.Unavailable where the store does not answer for over
   *     1.5 s: the stream may have been created anew, and what is appended to the former one is
   *     lost
   */
  public Stream stream(StreamName name) {
    return new Stream(node, node.stream(name).id());
  }

  /**
   * All streams.
   *
   * @return in the order of their names, as they stood about a second ago
   */
  public List<StreamDefinition> list() {
    return List.copyOf(catalog.view().streams().values());
  }

  /**
   * What is defined that this version cannot read, as a newer one wrote it. It is left alone: it
   * has no owners, and can be deleted.
   *
   * @return the names of streams, and of groups as in {@code edits~1/enricher}, in their order
   */
  public List<String> unreadable() {
    return List.copyOf(catalog.view().unreadable().keySet());
  }

  /**
   * Deletes a stream, its groups and its events.
   *
   * @param name how it is called
   * @return whether it was there
   */
  public boolean delete(StreamName name) {
    node.checkOpen();
    return catalog.delete(name);
  }

  /**
   * What this node does for others: what their {@link Peers} ask.
   *
   * @return refuses the shards that it does not own
   */
  public ShardService service() {
    return shards;
  }

  /**
   * Whether the definitions of streams and groups were ever read.
   *
   * @return false at most for a moment after the start, or while the store does not answer
   */
  public boolean isLoaded() {
    return catalog.isLoaded();
  }

  /**
   * What this node owns now.
   *
   * @return in a stable order
   */
  public List<ShardId> owned() {
    return shards.owned();
  }

  /**
   * The write timestamps of this process, for parts that write to the same store beside the
   * streams: there is one such clock in a process.
   *
   * @return safe for use by many threads
   */
  public HybridClock timestamps() {
    return timestamps;
  }

  /**
   * What the caches of this node's shards and groups take in memory, and may take.
   *
   * @return as it is at each moment
   */
  public CacheBudget caches() {
    return caches;
  }

  /**
   * How much was written to the logs of the shards that this node owns, since it took them over.
   *
   * @return by shard, in a stable order
   */
  public Map<ShardId, FlushTally> flushes() {
    return shards.flushes();
  }

  /**
   * Ends the consumers once their handlers have returned, hands all shards over, and leaves the
   * cluster. Waits until that is done. Repeating it changes nothing.
   */
  @Override
  public void close() {
    if (closing.compareAndSet(false, true)) {
      node.close();
      ownership.close();
      catalog.close();
    }
  }

  private record ServedShards(OwnedShards shards) implements OwnShards {

    @Override
    public ShardService service() {
      return shards;
    }

    @Override
    public List<ShardId> owned() {
      return shards.owned();
    }

    @Override
    public NodeTime.Cancellation onOwned(Runnable listener) {
      return shards.onOwned(listener);
    }
  }
}
