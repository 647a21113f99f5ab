package io.messina.stream.node;

import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.CacheBudget;
import io.messina.runtime.Context;
import io.messina.runtime.NodeTime;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Created;
import io.messina.runtime.definition.Precondition;
import io.messina.runtime.definition.StoreFormat;
import io.messina.store.HybridClock;
import io.messina.store.Store;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.Catalog;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.log.LaneFlusher;
import io.messina.stream.log.LaneWriter.FlushTally;
import io.messina.stream.owner.Answerer;
import io.messina.stream.owner.Peers;
import io.messina.stream.owner.ShardService;
import io.messina.stream.ownership.Ownership;
import io.messina.stream.ownership.OwnershipOptions;
import io.messina.stream.ownership.OwnershipSite;
import io.messina.stream.ownership.SeenMember;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A node: the streams of a cluster, for use by a program. The node owns some of the shards, and
 * finds the owners of the others. Safe for use by many threads.
 */
public final class Streams implements AutoCloseable {

  private final StreamNode node;
  private final OwnedShards shards;
  private final Ownership ownership;
  private final Peers peers;
  private final Catalog catalog;
  private final HybridClock timestamps;
  private final MemberClocks clocks;
  private final CacheBudget caches;
  private final StoreFormat format;
  private final AtomicBoolean closing = new AtomicBoolean();

  private Streams(
      StreamNode node,
      OwnedShards shards,
      Ownership ownership,
      Peers peers,
      Catalog catalog,
      HybridClock timestamps,
      MemberClocks clocks,
      CacheBudget caches,
      StoreFormat format) {
    this.node = node;
    this.shards = shards;
    this.ownership = ownership;
    this.peers = peers;
    this.catalog = catalog;
    this.timestamps = timestamps;
    this.clocks = clocks;
    this.caches = caches;
    this.format = format;
  }

  /**
   * Starts a node of a cluster. It takes over the shards that the cluster assigns to it.
   *
   * @param site the node's surroundings
   * @return the node, to be closed
   * @throws io.messina.store.StoreException if the tables cannot be created, or if this version
   *     cannot read or write the formats of the store
   * @throws RequestException.Unavailable if the store does not answer
   * @throws RequestException.Unknown likewise
   */
  public static Streams start(NodeSite site) {
    NodeTables.create(site.context().store());
    StoreFormat format = StoreFormat.open(site.context());
    Catalog catalog = new Catalog(site.context());
    CacheBudget caches =
        new CacheBudget(site.limits().cacheBytesMax(), site.context().time()::nanoTime);
    KnownOwners others = new KnownOwners(site.address());
    OwnedShards shards =
        new OwnedShards(
            new ShardsSite(
                site.context(),
                catalog,
                caches,
                site.limits().lanes(),
                new LaneFlusher(site.context()),
                others));
    HybridClock timestamps =
        new HybridClock(
            site.context().time().wall(), site.context().store().timestampFloorMicros());
    Ownership ownership =
        new Ownership(
            new OwnershipSite(
                site.context(),
                timestamps,
                site.cluster(),
                site.address(),
                site.ownership(),
                catalog,
                shards,
                new PeerNews(site.context(), site.peers()),
                format::check));
    shards.informs(ownership);
    KnownMembers members = new KnownMembers(ownership::expectedOwner, ownership::members);
    StreamNode node = new StreamNode(site, catalog, catalog, shards, members, others);
    MemberClocks clocks =
        new MemberClocks(
            timestamps, ownership, site.peers(), site.context(), node.calls.buffer().most());
    shards.answerClocks(clocks::answer);
    var _ =
        shards.answer(
            NodeAnswer.ENGINE,
            _ -> NodeAnswer.of(Optional.empty(), Optional.empty(), shards.epochs()).encoded());
    format.start();
    catalog.start();
    ownership.start();
    return new Streams(
        node, shards, ownership, site.peers(), catalog, timestamps, clocks, caches, format);
  }

  /**
   * Starts the only node on a store that this process alone uses.
   *
   * @param store the store; it outlives the node, which does not close it
   * @return the node, to be closed
   * @throws io.messina.store.StoreException if the tables cannot be created
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
   * @throws io.messina.store.StoreException if the tables cannot be created
   */
  public static Streams embedded(Store store, NodeLimits limits) {
    return start(
        new NodeSite(
            Context.ofMachine(store, "messina-"),
            Peers.NONE,
            "embedded",
            "embedded",
            OwnershipOptions.SOLE,
            limits));
  }

  /**
   * Creates a stream with these options unless it exists, and gives an existing one these options.
   *
   * @param name how it is called
   * @param options of the stream
   * @return the stream, and whether this call created it
   * @throws io.messina.runtime.RequestException.Refused if it exists with another number of shards
   *     or another placement, or if the placement needs fixed token ranges, which the store does
   *     not have
   */
  public Created<Stream> create(StreamName name, StreamOptions options) {
    Created<CatalogStream> created = createOrChange(name, _ -> options, Precondition.NONE);
    return new Created<>(new Stream(node, created.value().id()), created.isNew());
  }

  /**
   * Creates a stream unless it exists, and sets its options by a function of the present ones, so
   * that no concurrent change of other options is lost.
   *
   * @param name how it is called
   * @param options computes the new options from the present ones, or from {@link
   *     StreamOptions#DEFAULT} for a new stream; called again after each concurrent change
   * @param precondition what has to stand
   * @return the stream, and whether this call created it
   * @throws io.messina.runtime.RequestException.Refused as {@link #create(StreamName,
   *     StreamOptions)} does
   */
  public Created<CatalogStream> createOrChange(
      StreamName name, UnaryOperator<StreamOptions> options, Precondition precondition) {
    node.checkOpen();
    return catalog.create(name, options, precondition);
  }

  /**
   * Changes a stream by a function of its present options, so that no concurrent change of other
   * options is lost.
   *
   * @param name of the stream
   * @param options computes the new options; called again after each concurrent change
   * @param precondition what has to stand
   * @throws io.messina.runtime.RequestException.NotFound if there is no such stream
   * @throws io.messina.runtime.RequestException.Refused if the number of shards or the placement
   *     would change
   */
  public CatalogStream change(
      StreamName name, UnaryOperator<StreamOptions> options, Precondition precondition) {
    node.checkOpen();
    return catalog.change(name, options, precondition);
  }

  /**
   * Returns the present creation of a stream.
   *
   * @param name of the stream
   * @throws io.messina.runtime.RequestException.NotFound if there is no such stream
   * @throws io.messina.runtime.RequestException.Unavailable if the store has not answered for over
   *     1.5 s: the stream may have been re-created, and events appended to the old creation would
   *     be lost
   */
  public Stream stream(StreamName name) {
    return new Stream(node, node.stream(name).id());
  }

  /** Returns all streams in the order of their names, as of about a second ago. */
  public List<CatalogStream> list() {
    return List.copyOf(catalog.view().streams().values());
  }

  /**
   * Returns the names of definitions that this version cannot read, because a newer version wrote
   * them. They are left alone: such a stream has no owners, and can be deleted.
   *
   * @return the names of streams, and of groups as in {@code edits~1/enricher}, in their order
   */
  public List<String> unreadable() {
    return List.copyOf(catalog.view().unreadable().keySet());
  }

  /**
   * Deletes a stream, its groups and its events.
   *
   * @param name of the stream
   * @return whether it existed
   */
  public boolean delete(StreamName name) {
    return delete(name, Precondition.NONE);
  }

  /**
   * Likewise.
   *
   * @param name how it is called
   * @param precondition what has to stand
   * @return whether it was there
   */
  public boolean delete(StreamName name, Precondition precondition) {
    node.checkOpen();
    return catalog.delete(name, precondition);
  }

  /**
   * Deletes the groups of things that have one group for each of their generations, named {@code
   * kind.name.generation}, such as feeds. Any node may do so, so that none is left over if a
   * deletion was cut short; the marks stay.
   *
   * @param kind what their names begin with
   * @param isOver tells of a name and a generation whether it was there and is no more. Other
   *     groups with such names belong to users
   */
  public void deleteGroups(String kind, BiPredicate<String, Integer> isOver) {
    Pattern names = Pattern.compile(Pattern.quote(kind) + "\\.(.+)\\.([1-9][0-9]{0,8})");
    deleteGroups(
        group -> {
          Matcher name = names.matcher(group.id().name().value());
          return name.matches() && isOver.test(name.group(1), Integer.parseInt(name.group(2)));
        });
  }

  /**
   * Deletes groups of any streams, such as those whose owners are gone; the marks stay.
   *
   * @param which is asked about each group, as of about a second ago
   */
  public void deleteGroups(Predicate<CatalogGroup> which) {
    for (CatalogStream definition : list()) {
      try {
        Stream stream = stream(definition.id().name());
        stream.groups().stream()
            .filter(which)
            .forEach(group -> stream.deleteGroup(group.id().name()));
      } catch (RequestException.NotFound _) {
        // Its groups are gone with it.
      }
    }
  }

  /**
   * Returns the service for other nodes, which their {@link Peers} call. It refuses shards that
   * this node does not own.
   */
  public ShardService service() {
    return shards;
  }

  /**
   * Waits until this node is a member of its cluster, and knows the others.
   *
   * @throws io.messina.store.StoreException with code IN_USE if another living node has the same
   *     address, with code FORMAT_UNKNOWN if the others write formats that this one does not know,
   *     or if the store does not answer
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public void awaitMember() throws InterruptedException {
    ownership.awaitMember();
  }

  /**
   * Returns whether this node is a member at this moment; it becomes one again by itself, unless it
   * was {@linkplain #refusal refused}.
   */
  public boolean isMember() {
    return ownership.isMember();
  }

  /**
   * Returns why this node can be no member any more, such as that the others write formats that
   * this version does not know.
   */
  public Optional<String> refusal() {
    return ownership.refusal().map(why -> String.valueOf(why.getMessage()));
  }

  /**
   * Returns whether the definitions of streams and groups have been read; false at most for a
   * moment after the start, or while the store does not answer.
   */
  public boolean isLoaded() {
    return catalog.isLoaded();
  }

  /**
   * Returns the shards that this node should own, which are those that it owns or is about to take.
   *
   * @return empty as long as it knows neither all members nor all streams
   */
  public Optional<Set<ShardId>> assigned() {
    return ownership.desired().filter(_ -> catalog.isLoaded());
  }

  /** Returns the shards that this node owns now, in a stable order. */
  public List<ShardId> owned() {
    return shards.owned();
  }

  /** Returns the epochs of the shards that this node owns now, in a stable order. */
  public Map<ShardId, Integer> epochs() {
    return shards.epochs();
  }

  /**
   * Returns the clock of write timestamps of this process, for other parts that write to the same
   * store: a process has only one. Safe for use by many threads.
   */
  public HybridClock timestamps() {
    return timestamps;
  }

  /** Returns write timestamps for rows that any member adds and removes. */
  public MemberClocks clocks() {
    return clocks;
  }

  /** Returns the address of this node. */
  public String address() {
    return ownership.here().address();
  }

  /**
   * Returns the addresses of all living members of the cluster, as of a moment ago; that of this
   * node is among them soon after the start.
   */
  public List<String> members() {
    return ownership.members();
  }

  /**
   * Returns the members of the cluster, as of a moment ago: the living, those that are not seen to
   * beat yet, and those that have died lately. A process that began again may be among them twice.
   */
  public List<SeenMember> seen() {
    return ownership.seen();
  }

  /**
   * Returns a member's service: of another one by way of {@link Peers}, which may throw {@link
   * io.messina.stream.owner.PeerException}.
   *
   * @param address of the member
   */
  public ShardService at(String address) {
    return address.equals(address()) ? shards : peers.at(address);
  }

  /**
   * Asks the owners of shards, all at the same time.
   *
   * @param shards at least one
   * @param question is asked of each owner once, and of another one for shards that it does not own
   * @param <A> the answer of an owner
   */
  public <A> OwnerQuestion.Answers<A> askOwners(List<ShardId> shards, OwnerQuestion<A> question) {
    return node.questions.ask(shards, question);
  }

  /**
   * Lets an engine of this node answer {@link ShardService#ask}.
   *
   * @param engine the name under which it is asked; a later registration under it replaces this one
   * @param answerer answers until the registration ends
   * @return ends the registration
   */
  public NodeTime.Cancellation answer(String engine, Answerer answerer) {
    return shards.answer(engine, answerer);
  }

  /**
   * Returns the memory budget of the caches of this node's shards and groups; its numbers are
   * current.
   */
  public CacheBudget caches() {
    return caches;
  }

  /**
   * Returns how much was written to the logs of the shards that this node owns, since it took each
   * over, in a stable order.
   */
  public Map<ShardId, FlushTally> flushes() {
    return shards.flushes();
  }

  /** Returns the level of formats in which this node writes. */
  public int format() {
    return format.written();
  }

  /**
   * Raises the level of formats of the store to the newest that this version knows; from then on no
   * version joins that knows less. To be called when all members are upgraded; a repeat changes
   * nothing. Takes two seconds.
   *
   * @return the level
   * @throws RequestException.Refused if a member knows less
   * @throws RequestException.Unavailable if the store does not answer, or somebody else does the
   *     same; it may be that no version joins that knows less until a repeat succeeds
   * @throws RequestException.Unknown likewise
   */
  public int finishUpgrade() {
    node.checkOpen();
    return format.raise(ownership::olderThan);
  }

  /** Whether there are other living members, as far as this node knows. */
  public boolean hasOthers() {
    return ownership.members().size() > 1;
  }

  /**
   * Releases all shards, tells the members that should own them, and leaves the cluster; waits
   * until that is done. The node still passes requests on to the owners until it is closed.
   */
  public void handOver() {
    clocks.leave();
    ownership.close();
  }

  /**
   * Ends the consumers once their handlers have returned, releases all shards, and leaves the
   * cluster. Waits until that is done. A repeat changes nothing.
   */
  @Override
  public void close() {
    if (closing.compareAndSet(false, true)) {
      format.close();
      node.close();
      clocks.leave();
      ownership.close();
      catalog.close();
    }
  }
}
