package io.messina.stream.cluster;

import io.messina.api.ReceiptStatus;
import io.messina.store.Bytes;
import io.messina.store.Incarnation;
import io.messina.stream.GroupId;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.delivery.ClaimRequest;
import io.messina.stream.owner.ClaimedFrom;
import io.messina.stream.owner.MemberClock;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.Peers;
import io.messina.stream.owner.Shard;
import io.messina.stream.owner.ShardEpoch;
import io.messina.stream.owner.ShardOutcome;
import io.messina.stream.owner.ShardService;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * Watches what nodes do for others: that an owner does only what was meant for its epoch, and that
 * no request passes two nodes.
 *
 * @param complaints where it says what was wrong
 */
record PeerWatch(Collection<String> complaints) {

  /** A node has asked another one to answer a third. */
  void passedOn(String address) {
    complaints.add("a request was passed on, to " + address);
  }

  /** The shards of a node, as it offers them to others. */
  ShardService over(ShardService node) {
    return new Watched(node);
  }

  private final class Watched extends ShardsOf {

    Watched(ShardService node) {
      super(node);
    }

    @Override
    public Shard shard(ShardId shard, int epoch) {
      Shard found = super.shard(shard, epoch);
      if (epoch != 0 && epochOf(found, epoch) != epoch) {
        complaints.add("epoch " + epochOf(found, epoch) + " took a request for epoch " + epoch);
      }
      return found;
    }

    /** One that is lost does nothing more. */
    private static int epochOf(Shard found, int lost) {
      try {
        return found.epoch();
      } catch (NotOwnerException e) {
        return lost;
      }
    }
  }

  /** A node that takes requests whatever epoch they are meant for. */
  static final class IgnoresEpochs extends ShardsOf {

    IgnoresEpochs(ShardService node) {
      super(node);
    }

    @Override
    public Shard shard(ShardId shard, int epoch) {
      return super.shard(shard, 0);
    }
  }

  /** A node that asks the owner itself, instead of refusing. */
  static final class PassesOn extends ShardsOf {

    private final Peers others;

    PassesOn(ShardService node, Peers others) {
      super(node);
      this.others = others;
    }

    @Override
    public Shard shard(ShardId shard, int epoch) {
      try {
        return super.shard(shard, epoch);
      } catch (NotOwnerException e) {
        return e.hint()
            .map(owner -> others.at(owner.address()).shard(shard, owner.epoch()))
            .orElseThrow(() -> e);
      }
    }
  }

  /** The shards of a node, as they are. */
  static class ShardsOf implements ShardService {

    private final ShardService node;

    ShardsOf(ShardService node) {
      this.node = node;
    }

    @Override
    public Shard shard(ShardId shard, int epoch) {
      return node.shard(shard, epoch);
    }

    @Override
    public void leaves(Incarnation member) {
      node.leaves(member);
    }

    @Override
    public void released(ShardId shard) {
      node.released(shard);
    }

    @Override
    public MemberClock raiseClock(long timestampMicros) {
      return node.raiseClock(timestampMicros);
    }

    @Override
    public Bytes ask(String engine, Bytes question) {
      return node.ask(engine, question);
    }

    @Override
    public int awaitReady(StreamId stream, GroupId group, List<Integer> shards, Duration wait) {
      return node.awaitReady(stream, group, shards, wait);
    }

    @Override
    public ClaimedFrom claim(
        StreamId stream, GroupId group, List<ShardEpoch> shards, ClaimRequest ask) {
      return node.claim(stream, group, shards, ask);
    }

    @Override
    public List<List<ReceiptStatus>> settle(
        StreamId stream, GroupId group, List<ShardOutcome> outcomes) {
      return node.settle(stream, group, outcomes);
    }
  }
}
