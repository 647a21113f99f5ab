package io.messina.stream.ownership;

import io.messina.runtime.FencedSending;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import java.time.Duration;

/** Makes the cores that decide; tests make wrong ones, to see whether anybody notices. */
class Rules {

  BeatClock beatClock(Duration lease) {
    return new BeatClock(lease);
  }

  MemberWatch memberWatch(Incarnation me, Duration lease) {
    return new MemberWatch(me, lease);
  }

  ClusterLeaseWatch clusterLeaseWatch(Duration lease) {
    return new ClusterLeaseWatch(lease);
  }

  FencedSending sending(FencedBatch batch) {
    return new FencedSending(batch);
  }

  /** Whether a shard may be taken from the one whose fence stands. */
  boolean mayTake(Former former) {
    return switch (former) {
      case NOBODY, RELEASED, SELF, DEAD -> true;
      case LIVING -> false;
    };
  }

  /** Who owned a shard before. */
  enum Former {
    /** The shard never had an owner. */
    NOBODY,
    /** One that let go of it. */
    RELEASED,
    /** The claimant, by a claim it knows nothing of, or an incarnation that it was before. */
    SELF,
    /** One that is known to be dead. */
    DEAD,
    /** One that may live. */
    LIVING
  }
}
