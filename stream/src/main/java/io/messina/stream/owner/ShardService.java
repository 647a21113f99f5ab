package io.messina.stream.owner;

import io.messina.api.ReceiptStatus;
import io.messina.store.Bytes;
import io.messina.store.Incarnation;
import io.messina.stream.GroupId;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.delivery.ClaimRequest;
import java.time.Duration;
import java.util.List;

/** The shards of a node, as that node itself and others use them. Safe for use by many threads. */
public interface ShardService {

  /**
   * Returns a shard, whatever the epoch of its owner.
   *
   * @throws NotOwnerException if it is not owned there, now or at the next call of a method of it
   */
  default Shard shard(ShardId shard) {
    return shard(shard, 0);
  }

  /**
   * Returns a shard in one epoch: what is asked of that owner is never done by a later one.
   *
   * @param epoch of the owner, as the caller knows it; 0 if it does not
   * @throws NotOwnerException as above, and if the owner is of another epoch
   */
  Shard shard(ShardId shard, int epoch);

  /**
   * Waits until a claim would get something.
   *
   * @param stream the stream
   * @param group the group
   * @param shards to look at, as far as that node owns them
   * @param wait how long at most; half a second if one of them is not owned there, or the group is
   *     not open there
   * @return how many events are ready on those that are owned there, as far as is known; 0 after
   *     the wait
   * @throws NotOwnerException if none are ready, and one of the shards is not owned there
   * @throws io.messina.runtime.RequestException.NotFound if the group is not defined
   */
  int awaitReady(StreamId stream, GroupId group, List<Integer> shards, Duration wait);

  /**
   * Hands out events of several shards: of the first, and then of the others at once until there
   * are enough. An interrupt ends that early, and the thread stays interrupted.
   *
   * @param stream the stream
   * @param group the group
   * @param shards to claim from, one at least
   * @param ask for all shards together
   * @return the events, once their leases are durable
   * @throws RuntimeException as {@link ShardGroup#claim} does, if there are no events and a shard
   *     has failed
   */
  ClaimedFrom claim(StreamId stream, GroupId group, List<ShardEpoch> shards, ClaimRequest ask);

  /**
   * Settles events of several shards.
   *
   * @param stream the stream
   * @param group the group
   * @param outcomes any number for each shard
   * @return for each outcome a status of each of its claims, once it is durable; an empty list if
   *     the shard is not owned there, or not in that epoch, or was lost during the call: then it
   *     may be done or not
   */
  List<List<ReceiptStatus>> settle(StreamId stream, GroupId group, List<ShardOutcome> outcomes);

  /**
   * Takes note that a member leaves, before its row says so.
   *
   * @param member takes no more shards, and releases its own
   */
  void leaves(Incarnation member);

  /**
   * Takes note that a shard which this node should own was released.
   *
   * @param shard has no owner now
   */
  void released(ShardId shard);

  /**
   * Reads the clock of write timestamps of that node, and raises it.
   *
   * @param timestampMicros all timestamps that the node gives out after this call are larger
   * @return the clock as it was before
   */
  MemberClock raiseClock(long timestampMicros);

  /**
   * Asks an engine of that node.
   *
   * @param engine the name under which it answers
   * @param question of at most 1 MiB
   * @return its answer
   * @throws io.messina.runtime.RequestException.Refused if no engine answers there under that name
   */
  Bytes ask(String engine, Bytes question);
}
