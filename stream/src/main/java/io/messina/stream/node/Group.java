package io.messina.stream.node;

import io.messina.api.Checks;
import io.messina.api.ClaimOptions;
import io.messina.api.Nack;
import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.api.Redrive;
import io.messina.api.Start;
import io.messina.runtime.RequestException;
import io.messina.store.PartitionKey;
import io.messina.store.StoreException;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimHandler;
import io.messina.stream.ClaimPace;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Consumer;
import io.messina.stream.ConsumerOptions;
import io.messina.stream.EventAddress;
import io.messina.stream.FollowHandler;
import io.messina.stream.FollowOptions;
import io.messina.stream.GroupId;
import io.messina.stream.LeasedHandler;
import io.messina.stream.OutputHandler;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.delivery.DeliveryState;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.delivery.Unfinished;
import io.messina.stream.follow.ShardFollower;
import io.messina.stream.group.SavedFollow;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.DeadEvent;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.GroupAction;
import io.messina.stream.owner.Section;
import io.messina.stream.owner.ShardGroupStatus;
import io.messina.stream.ownership.ShardTable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One creation of a consumer group. Safe for use by many threads. The methods block, and throw the
 * same exceptions as those of {@link Stream}.
 */
public final class Group {

  private final StreamNode node;
  private final CatalogGroup created;

  Group(StreamNode node, CatalogGroup created) {
    this.node = node;
    this.created = created;
  }

  /** Returns the definition, at most about a second old. */
  public CatalogGroup definition() {
    return node.group(created);
  }

  /**
   * Claims events, from this node's shards first. Leases are durable. Shards without an owner are
   * skipped. A caller that cannot deliver the events should {@link #release} them; if an answer is
   * lost, its events are handed out again when their leases end.
   *
   * @param claim how many, and how long to wait
   * @return the events; none if there are none or the caller was interrupted
   */
  public List<ClaimedEvent> claim(ClaimOptions claim) {
    return lease(claim).stream().map(LeasedEvent::claimed).toList();
  }

  /**
   * Claims events as {@link #claim(ClaimOptions)} does, and tells how long their leases run.
   *
   * @param claim how many, and how long to wait
   * @return the events; none if there are none or the caller was interrupted
   */
  public List<LeasedEvent> lease(ClaimOptions claim) {
    CatalogStream stream = stream();
    claim.shards().forEach(shard -> RequestBounds.checkShard(shard, stream.options().shards()));
    List<ShardId> shards =
        claim.shards().isEmpty()
            ? stream.shards()
            : claim.shards().stream().distinct().map(stream::shard).toList();
    return node.claims.claim(definition(), shards, claim);
  }

  /**
   * Acknowledges events. Like every call that settles receipts, it may be repeated, and should be
   * for receipts with the status {@code RETRY}, whose shard's owner did not answer.
   *
   * @param receipts at most 10,000
   * @return a status for each
   */
  public List<ReceiptStatus> ack(List<ClaimAddress> receipts) {
    return settle(new Outcome.Ack(), receipts);
  }

  /**
   * Appends the outputs of events, then acknowledges the events. The outputs of an event are stored
   * once, however often it is handled, as long as their stream remembers idempotency keys. Outputs
   * that are already stored are not replaced, even by different ones. Outputs of an event whose
   * receipt is no longer valid are not appended.
   *
   * @param acks at most 10,000
   * @return a status for each; {@code RETRY} if some of its outputs are not stored
   * @throws RequestException.NotFound also if the stream of an output does not exist: nothing was
   *     done
   * @throws RequestException.Refused if that stream remembers no idempotency keys: nothing was done
   */
  public List<ReceiptStatus> ackWith(List<Ack> acks) {
    return node.outputAcks.ack(stream(), definition(), acks);
  }

  /**
   * Returns events whose handling failed.
   *
   * @param receipts at most 10,000
   * @param nack the error, and when they may be handed out again
   * @return a status for each
   */
  public List<ReceiptStatus> nack(List<ClaimAddress> receipts, Nack nack) {
    return settle(new Outcome.Nacked(nack), receipts);
  }

  /**
   * Extends leases.
   *
   * @param receipts at most 10,000
   * @param lease from now, from 1 s to 12 h
   * @return a status for each
   */
  public List<ReceiptStatus> extend(List<ClaimAddress> receipts, Duration lease) {
    return settle(new Outcome.Extend(lease), receipts);
  }

  /**
   * Returns events that have not reached a worker: no attempt is counted.
   *
   * @param receipts at most 10,000
   * @return a status for each
   */
  public List<ReceiptStatus> release(List<ClaimAddress> receipts) {
    return settle(new Outcome.Release(), receipts);
  }

  /**
   * Reads a shard from the last committed position.
   *
   * @param shard its number
   * @param max how many events at most, from 1 to 10,000
   * @param wait how long to wait at the end of the shard, at most a minute; an interrupt ends the
   *     wait if this node owns the shard
   */
  public EventPage read(int shard, int max, Duration wait) {
    RequestBounds.checkRead(shard, stream().options().shards(), max, wait);
    return node.calls.call(stream().shard(shard), definition(), group -> group.read(max, wait));
  }

  /**
   * Commits the position of a follower.
   *
   * @param shard its number
   * @param position behind the last handled event; a lower position than the committed one changes
   *     nothing
   */
  public void commit(int shard, Position position) {
    commit(shard, Commit.of(position));
  }

  /**
   * Commits the position of a follower, unless the group was moved by a seek since the read.
   *
   * @param shard its number
   * @param commit from {@link EventPage#done}, after its events are handled
   */
  public void commit(int shard, Commit commit) {
    RequestBounds.checkShard(shard, stream().options().shards());
    var _ =
        node.calls.call(
            stream().shard(shard),
            definition(),
            owned -> {
              owned.commit(commit);
              return true;
            });
  }

  /**
   * Moves the group on all shards. Earlier receipts become stale.
   *
   * @param to where the group continues
   * @throws PartlyDoneException if some shards did it and others may not have; {@link #purge}
   *     throws it too
   */
  public void seek(Start to) {
    shards().command(new GroupAction.Seek(to));
  }

  /** Stops handing out events, on all shards. */
  public void pause() {
    shards().command(new GroupAction.Pause());
  }

  /** Continues handing out events, on all shards. */
  public void resume() {
    shards().command(new GroupAction.Resume());
  }

  /** Skips all events up to now, on all shards. */
  public void purge() {
    shards().command(new GroupAction.Purge());
  }

  /**
   * Lists dead letters by pages.
   *
   * @param max how many at most, from 1 to 10,000
   * @param after the last dead letter of the previous page; empty for the first page
   * @return by shard and position, without those that are being handed out again; at most about 16
   *     MiB of events, so a page may be shorter than {@code max} and not be the last. Empty at the
   *     end
   */
  public List<DeadEvent> deadLetters(int max, Optional<EventAddress> after) {
    Checks.between("max", max, 1, ClaimOptions.LIMIT_MAX);
    return node.deadLetters.read(stream(), definition(), max, after);
  }

  /**
   * Lists dead letters of one shard, without asking the owners of others.
   *
   * @param shard its number
   * @param from where to begin
   * @param max how many at most, from 1 to 10,000
   * @return by position, as {@link #deadLetters(int, Optional)} does; empty at the end
   */
  public List<DeadEvent> deadLetters(int shard, Position from, int max) {
    RequestBounds.checkShard(shard, stream().options().shards());
    Checks.between("max", max, 1, ClaimOptions.LIMIT_MAX);
    return node.deadLetters.page(stream().shard(shard), definition(), from, max);
  }

  /**
   * Reads the dead letter of one event.
   *
   * @param event its id
   * @return empty if there is none, or it is being handed out again
   * @throws RequestException.NotFound if the id belongs to another stream or creation
   */
  public Optional<DeadEvent> deadLetter(EventAddress event) {
    return node.deadLetters.find(streamOf(event), definition(), event);
  }

  /**
   * Counts dead letters.
   *
   * @param max where to stop, from 1
   * @return how many there are, at most {@code max}
   */
  public int countDeadLetters(int max) {
    return node.deadLetters.count(stream(), definition(), max);
  }

  /**
   * Hands dead letters out again, with their attempts counted from zero. It takes as long as the
   * rate requires; an interrupt ends it. If it throws, some may have been handed out.
   *
   * @param redrive which, and how fast
   * @return how many are handed out again, without ids that are no dead letters and those for which
   *     the group has no room now. If answers were lost, more may have been handed out
   */
  public int redrive(Redrive redrive) {
    return node.deadLetters.redrive(stream(), definition(), redrive);
  }

  /**
   * Deletes dead letters permanently, except those that are being handed out again.
   *
   * @param ids which; ids that are no dead letters are ignored
   * @return how many were deleted; if answers were lost, it may have been more
   */
  public int discard(List<EventAddress> ids) {
    return node.deadLetters.discard(stream(), definition(), ids);
  }

  /**
   * Deletes all dead letters permanently, as {@link #discard} does.
   *
   * @return how many were deleted
   */
  public int discardAll() {
    return node.deadLetters.discardAll(stream(), definition());
  }

  /**
   * Returns what the followers of a shard have committed durably, whoever owns it now.
   *
   * @param shard its number
   * @return empty before the group has begun there
   */
  public Optional<Commit> followed(int shard) {
    CatalogStream stream = stream();
    PartitionKey state = ShardTable.partition(stream.shard(shard), stream.salts().of(shard));
    String name = definition().id().toString();
    return node.store
        .get(ShardTable.key(state, Section.FOLLOWS.value(), name))
        .map(row -> SavedFollow.decode(row.get(ShardTable.VALUE)))
        .map(saved -> new Commit(saved.position(), OptionalInt.empty(), saved.note()));
  }

  /** The creation of the group that this is, which may be over. */
  public GroupId id() {
    return created.id();
  }

  /** Whether the group and its stream are there still, as of about a second ago. */
  public boolean isThere() {
    try {
      var _ = definition();
      return true;
    } catch (RequestException.NotFound _) {
      return false;
    }
  }

  /** Returns the shards of the stream that this process owns. */
  public Set<ShardId> owned() {
    return node.own.owned().stream()
        .filter(shard -> shard.stream().equals(created.stream()))
        .collect(Collectors.toSet());
  }

  /** Returns how many events a follower has not committed, on the shards of this process. */
  public long followerLag() {
    return status(owned()).values().stream().mapToLong(ShardGroupStatus::unfollowed).sum();
  }

  /** Returns why followers on shards of this process get no events; empty if it is not paused. */
  public Optional<String> standstill() {
    try {
      return status(owned()).values().stream()
          .filter(ShardGroupStatus::paused)
          .map(_ -> "paused: until its group is resumed")
          .findAny();
    } catch (RequestException | StoreException _) {
      return Optional.empty(); // deleted meanwhile, or the store is silent
    }
  }

  /** Returns the progress of the group, by shard, of the shards whose owners answer soon. */
  public Map<Integer, ShardGroupStatus> status() {
    return shards().status(_ -> true);
  }

  /**
   * Returns the progress of the group on some shards, without asking the owners of others.
   *
   * @param shards which
   * @return by shard, of those whose owners answer soon
   */
  public Map<Integer, ShardGroupStatus> status(Set<ShardId> shards) {
    return shards().status(shards::contains);
  }

  /**
   * Returns unfinished events of all shards, as {@link
   * io.messina.stream.owner.ShardGroup#unfinished} has those of one.
   */
  public UnfinishedOfGroup unfinished(Unfinished.Query query) {
    return shards().unfinished(query);
  }

  /**
   * Returns the state of an event.
   *
   * @param event its id
   * @throws RequestException.NotFound also if the id belongs to another stream or creation
   */
  public DeliveryState state(EventAddress event) {
    CatalogGroup group = definition();
    ShardId shard = streamOf(event).shard(event.shard());
    return node.calls.call(shard, group, owned -> owned.state(event.position()));
  }

  /**
   * Handles events in this process, from the shards that this node owns. Every node of a cluster
   * must run such a consumer; otherwise the events of some shards are not handled.
   *
   * @param handler called for each event
   * @param options how
   * @return to be closed; otherwise it ends with the node
   */
  public Consumer claim(ClaimHandler handler, ConsumerOptions options) {
    return claimLeased((event, _) -> handler.handle(event), options);
  }

  /**
   * Handles events as {@link #claim(ClaimHandler, ConsumerOptions)} does, with a handler that can
   * tell how long it has each.
   *
   * @param handler called for each event
   * @param options how
   * @return to be closed; otherwise it ends with the node
   */
  public Consumer claimLeased(LeasedHandler handler, ConsumerOptions options) {
    return claimLeased(handler, options, ClaimPace.FREE);
  }

  /**
   * Handles events as {@link #claimLeased(LeasedHandler, ConsumerOptions)} does, and claims no
   * faster than a pace allows.
   *
   * @param handler called for each event
   * @param options how
   * @param pace asked before each claim, whatever became of the events before
   * @return to be closed; otherwise it ends with the node
   */
  public Consumer claimLeased(LeasedHandler handler, ConsumerOptions options, ClaimPace pace) {
    return node.consumers.claimLeased(definition(), handler, options, pace);
  }

  /**
   * Handles events as {@link #claim(ClaimHandler, ConsumerOptions)} does, with a handler whose
   * outputs are appended before the event is acknowledged, as in {@link #ackWith}.
   *
   * @param handler called for each event
   * @param options how
   * @return to be closed; otherwise it ends with the node
   */
  public Consumer claimWith(OutputHandler handler, ConsumerOptions options) {
    return node.consumers.claim(definition(), handler, options);
  }

  /**
   * Handles events in this process in the order of each shard, from the shards that this node owns.
   * Every node of a cluster must run such a consumer.
   *
   * @param handler called for the events
   * @param options how
   * @return to be closed; otherwise it ends with the node
   */
  public Consumer follow(FollowHandler handler, FollowOptions options) {
    return node.consumers.follow(definition(), handler, options);
  }

  /**
   * Follows as {@link #follow(FollowHandler, FollowOptions)} does, by followers that read ahead of
   * what they have committed.
   *
   * @param factory makes a follower for each shard
   * @return to be closed; otherwise it ends with the node
   */
  public Consumer follow(ShardFollower.Factory factory) {
    return node.consumers.follow(definition(), factory);
  }

  /**
   * Settles each event with its own outcome.
   *
   * @param settlements at most 10,000; those with the same outcome are sent to their owners
   *     together
   * @return a status for each
   */
  public List<ReceiptStatus> settle(List<Settlement> settlements) {
    return node.receiptRouting.settle(stream(), definition(), settlements);
  }

  private List<ReceiptStatus> settle(Outcome outcome, List<ClaimAddress> receipts) {
    return node.receiptRouting.settle(stream(), definition(), outcome, receipts);
  }

  private CatalogStream stream() {
    return node.stream(created.stream());
  }

  /** The stream, which the event must belong to. */
  private CatalogStream streamOf(EventAddress event) {
    CatalogStream stream = stream();
    if (!Stream.isOfThis(stream, event.streamGeneration(), event.shard())) {
      throw new RequestException.NotFound(
          RequestException.NotFound.Kind.EVENT,
          "event: " + event + " (expected: one of " + stream.id().name() + ")");
    }
    return stream;
  }

  private GroupShards shards() {
    return new GroupShards(node, stream(), definition());
  }
}
