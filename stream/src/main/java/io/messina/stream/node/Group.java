package io.messina.stream.node;

import io.messina.api.Position;
import io.messina.api.Start;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.EventId;
import io.messina.stream.Receipt;
import io.messina.stream.ShardId;
import io.messina.stream.StreamException;
import io.messina.stream.catalog.GroupDefinition;
import io.messina.stream.catalog.StreamDefinition;
import io.messina.stream.consume.Consumer;
import io.messina.stream.consume.ConsumerOptions;
import io.messina.stream.consume.EventHandler;
import io.messina.stream.consume.FollowHandler;
import io.messina.stream.consume.FollowOptions;
import io.messina.stream.consume.OutputHandler;
import io.messina.stream.delivery.EventState;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.delivery.ReceiptStatus;
import io.messina.stream.peer.Commit;
import io.messina.stream.peer.DeadEvent;
import io.messina.stream.peer.FollowedEvents;
import io.messina.stream.peer.GroupCommand;
import io.messina.stream.peer.GroupStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One creation of a consumer group. Safe for use by many threads; methods block, and throw what
 * those of {@link Stream} do.
 */
public final class Group {

  private final Node node;
  private final GroupDefinition created;

  Group(Node node, GroupDefinition created) {
    this.node = node;
    this.created = created;
  }

  /**
   * What the group is like.
   *
   * @return its definition, at most about a second old
   */
  public GroupDefinition definition() {
    return node.group(created);
  }

  /**
   * Takes events to handle, from this node's shards first. Leases are durable. Shards without an
   * owner are passed over. A caller that cannot deliver events should {@link #release} them; events
   * of a lost answer come again when their leases end.
   *
   * @param claim how many, and how long to wait
   * @return the events; none where there are none, or the caller was interrupted
   */
  public List<ClaimedEvent> claim(Claim claim) {
    return lease(claim).stream().map(LeasedEvent::claimed).toList();
  }

  /**
   * Takes events to handle, as {@link #claim(Claim)}, and tells how long their leases run.
   *
   * @param claim how many, and how long to wait
   * @return the events; none where there are none, or the caller was interrupted
   */
  public List<LeasedEvent> lease(Claim claim) {
    StreamDefinition stream = stream();
    claim.shards().forEach(shard -> Bounds.checkShard(shard, stream.options().shards()));
    List<ShardId> shards =
        claim.shards().isEmpty()
            ? stream.shards()
            : claim.shards().stream().distinct().map(stream::shard).toList();
    return node.claims.claim(definition(), shards, claim);
  }

  /**
   * Acknowledges events. As for all that settles receipts, repeating it is harmless, and helps
   * where the status is {@code RETRY}, as a shard's owner does not answer.
   *
   * @param receipts at most 10,000
   * @return a status for each
   */
  public List<ReceiptStatus> ack(List<Receipt> receipts) {
    return settle(new Outcome.Ack(), receipts);
  }

  /**
   * Appends what came of events, then acknowledges them: the outputs of an event are there once,
   * however often it is handled, as long as their stream remembers idempotency keys. Those that are
   * there already stay as they are, also where they differ. Nothing is appended of an event whose
   * receipt is no longer valid.
   *
   * @param acks at most 10,000
   * @return a status for each; {@code RETRY} where not all of its outputs are stored
   * @throws StreamException.NotFound also where the stream of an output is not there: nothing was
   *     done
   * @throws StreamException.Refused where it remembers no idempotency keys: nothing was done
   */
  public List<ReceiptStatus> ackWith(List<Ack> acks) {
    return node.outputAcks.ack(stream(), definition(), acks);
  }

  /**
   * Gives events back, as their handling failed.
   *
   * @param receipts at most 10,000
   * @param nack why, and when they may come again
   * @return a status for each
   */
  public List<ReceiptStatus> nack(List<Receipt> receipts, Outcome.Nack nack) {
    return settle(nack, receipts);
  }

  /**
   * Takes more time.
   *
   * @param receipts at most 10,000
   * @param lease from now, from 1 s to 12 h
   * @return a status for each
   */
  public List<ReceiptStatus> extend(List<Receipt> receipts, Duration lease) {
    return settle(new Outcome.Extend(lease), receipts);
  }

  /**
   * Gives events back of which nothing has reached a worker: no attempt is counted.
   *
   * @param receipts at most 10,000
   * @return a status for each
   */
  public List<ReceiptStatus> release(List<Receipt> receipts) {
    return settle(new Outcome.Release(), receipts);
  }

  /**
   * Reads a shard from the position that was committed last.
   *
   * @param shard its number
   * @param max how many at most, from 1 to 10,000
   * @param wait how long to wait where the end is reached, up to a minute; an interrupt ends the
   *     wait where this node owns the shard
   * @return the events
   */
  public FollowedEvents read(int shard, int max, Duration wait) {
    GroupDefinition group = definition();
    return new Stream(node, group.stream())
        .read(Optional.of(group), shard, Optional.empty(), max, wait);
  }

  /**
   * Notes how far a follower is.
   *
   * @param shard its number
   * @param position behind the last event that is done; going back changes nothing
   */
  public void commit(int shard, Position position) {
    commit(shard, Commit.of(position));
  }

  /**
   * Notes how far a follower is. A seek since the read is not undone: the commit changes nothing
   * then.
   *
   * @param shard its number
   * @param commit what {@link FollowedEvents#done} said, once the events are done
   */
  public void commit(int shard, Commit commit) {
    GroupDefinition group = definition();
    StreamDefinition stream = stream();
    Bounds.checkShard(shard, stream.options().shards());
    ShardId id = stream.shard(shard);
    var _ =
        node.calls.call(
            id,
            Retry.SAFE,
            service -> {
              service.commit(id, group.id(), commit);
              return true;
            });
  }

  /**
   * Moves the group on all shards. Earlier receipts become stale.
   *
   * @param to where the group continues
   * @throws PartlyDoneException where it is done on some shards, but perhaps not on others; as
   *     {@link #purge} does
   */
  public void seek(Start to) {
    shards().command(new GroupCommand.Seek(to));
  }

  /** Hands out nothing new, on all shards. */
  public void pause() {
    shards().command(new GroupCommand.Pause());
  }

  /** Hands out again, on all shards. */
  public void resume() {
    shards().command(new GroupCommand.Resume());
  }

  /** Forgets all events up to now, on all shards. */
  public void purge() {
    shards().command(new GroupCommand.Purge());
  }

  /**
   * Reads dead letters.
   *
   * @param max how many at most, from 1 to 10,000
   * @param after behind which one to go on; empty to begin
   * @return shard by shard, in the order of positions, but for those that are handed out again; of
   *     at most about 16 MiB of events, so that there may be more although they are fewer than
   *     asked for. None where there are no more
   */
  public List<DeadEvent> deadLetters(int max, Optional<EventId> after) {
    Bounds.checkMax(max, Claim.MAX);
    return node.deadLetters.read(stream(), definition(), max, after);
  }

  /**
   * Reads the dead letter of one event.
   *
   * @param event its id
   * @return the dead letter; empty where there is none, or it is handed out again at the moment
   * @throws StreamException.NotFound where the id is of another stream or creation
   */
  public Optional<DeadEvent> deadLetter(EventId event) {
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
   * Hands dead letters out again, their attempts counted anew. It takes as long as the rate says;
   * an interrupt ends it. Where it throws, those of before are handed out.
   *
   * @param redrive which, and how fast
   * @return how many are handed out again: not those that are no dead letters, nor those for which
   *     the group has no room now. Where answers were lost it may be fewer than there are
   */
  public int redrive(Redrive redrive) {
    return node.deadLetters.redrive(stream(), definition(), redrive);
  }

  /**
   * Deletes dead letters for good. What is handed out again at the moment stays.
   *
   * @param ids which; what is none is left out
   * @return how many are deleted. Where answers were lost it may be fewer than there are
   */
  public int discard(List<EventId> ids) {
    return node.deadLetters.discard(stream(), definition(), ids);
  }

  /**
   * Deletes all dead letters for good, as {@link #discard}.
   *
   * @return how many are deleted
   */
  public int discardAll() {
    return node.deadLetters.discardAll(stream(), definition());
  }

  /**
   * How far the group is.
   *
   * @return by shard, of those whose owners answer soon
   */
  public Map<Integer, GroupStatus> status() {
    return shards().status(_ -> true);
  }

  /**
   * How far the group is on some shards; owners of others are not asked.
   *
   * @param shards which
   * @return by shard, of those whose owners answer soon
   */
  public Map<Integer, GroupStatus> status(Set<ShardId> shards) {
    return shards().status(shards::contains);
  }

  /**
   * How an event stands.
   *
   * @param event its id
   * @return its state
   * @throws StreamException.NotFound also where the id is of another stream or creation
   */
  public EventState state(EventId event) {
    GroupDefinition group = definition();
    ShardId shard = streamOf(event).shard(event.shard());
    return node.calls.call(
        shard, Retry.SAFE, service -> service.state(shard, group.id(), event.position()));
  }

  /**
   * Has events handled in this process, of the shards that this node owns: each node of a cluster
   * is to run it, or events of the others' shards are not handled.
   *
   * @param handler what handles them
   * @param options how
   * @return to be closed; otherwise it ends with the node
   */
  public Consumer claim(EventHandler handler, ConsumerOptions options) {
    return claimWith(
        event -> {
          handler.handle(event);
          return List.of();
        },
        options);
  }

  /**
   * Has events handled as {@link #claim(EventHandler, ConsumerOptions)} does, by a handler whose
   * outputs are appended before the event is acknowledged, as by {@link #ackWith}.
   *
   * @param handler what handles them
   * @param options how
   * @return to be closed; otherwise it ends with the node
   */
  public Consumer claimWith(OutputHandler handler, ConsumerOptions options) {
    return node.consumers.claim(definition(), handler, options);
  }

  /**
   * Has events handled in this process in the order of each shard, of the shards that this node
   * owns: each node of a cluster is to run it.
   *
   * @param handler what handles them
   * @param options how
   * @return to be closed; otherwise it ends with the node
   */
  public Consumer follow(FollowHandler handler, FollowOptions options) {
    return node.consumers.follow(definition(), handler, options);
  }

  /**
   * Says of each event what became of it.
   *
   * @param settlements at most 10,000; those that say the same are told their owners together
   * @return a status for each
   */
  public List<ReceiptStatus> settle(List<Settlement> settlements) {
    return node.receiptRouting.settle(stream(), definition(), settlements);
  }

  private List<ReceiptStatus> settle(Outcome outcome, List<Receipt> receipts) {
    return node.receiptRouting.settle(stream(), definition(), outcome, receipts);
  }

  private StreamDefinition stream() {
    return node.stream(created.stream());
  }

  /** The stream, which the event must be of. */
  private StreamDefinition streamOf(EventId event) {
    StreamDefinition stream = stream();
    if (!Stream.isOfThis(stream, event.streamGeneration(), event.shard())) {
      throw new StreamException.NotFound(
          StreamException.NotFound.Kind.EVENT,
          "event: " + event + " (expected: one of " + stream.id().name() + ")");
    }
    return stream;
  }

  private GroupShards shards() {
    return new GroupShards(node, stream(), definition());
  }
}
