package io.messina.stream.ownership;

import io.messina.runtime.FencedSending;
import io.messina.runtime.FencedWrite;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import java.time.Duration;
import java.util.Optional;

/** Rules with one mistake each, to see whether the tests notice. */
final class WrongRules {

  private WrongRules() {}

  /** Counts a beat's age from its answer. */
  static final class AgeFromAnswer extends Rules {
    @Override
    BeatClock beatClock(Duration lease) {
      return new BeatClock(lease) {
        @Override
        long countedFrom(long sentNanos, long answeredNanos) {
          return answeredNanos;
        }
      };
    }
  }

  /** Counts a beat's age by the monotonic clock alone. */
  static final class MonotonicOnly extends Rules {
    @Override
    BeatClock beatClock(Duration lease) {
      return new BeatClock(lease) {
        @Override
        long passed(Moment earlier, Moment now) {
          return now.monotonicNanos() - earlier.monotonicNanos();
        }
      };
    }
  }

  /** Counts a beat's age by the wall clock alone. */
  static final class WallOnly extends Rules {
    @Override
    BeatClock beatClock(Duration lease) {
      return new BeatClock(lease) {
        @Override
        long passed(Moment earlier, Moment now) {
          return Duration.between(earlier.wall(), now.wall()).toNanos();
        }
      };
    }
  }

  /** Believes in a beat that was confirmed after the place was lost. */
  static final class LateConfirmation extends Rules {
    @Override
    BeatClock beatClock(Duration lease) {
      return new BeatClock(lease) {
        @Override
        boolean staysLost() {
          return false;
        }
      };
    }
  }

  /** Takes shards from owners that live. */
  static final class TakesFromTheLiving extends Rules {
    @Override
    boolean mayTake(Former former) {
      return true;
    }
  }

  /** Takes a read for proof that ended, but did not begin, after the lease. */
  static final class ReadBegunEarly extends Rules {
    @Override
    MemberWatch memberWatch(Incarnation me, Duration lease) {
      return new MemberWatch(me, lease) {
        @Override
        boolean isLeaseOver(long sinceNanos, long begunNanos, long endedNanos) {
          return endedNanos - sinceNanos >= lease.toNanos();
        }
      };
    }
  }

  /** Takes others for dead while its own beats fail. */
  static class OwnBeatsIgnored extends Rules {
    @Override
    MemberWatch memberWatch(Incarnation me, Duration lease) {
      return new MemberWatch(me, lease) {
        @Override
        boolean ownBeatsSucceed(long nowNanos) {
          return true;
        }
      };
    }
  }

  /** Takes a cluster lease after less than the lease. */
  static final class Impatient extends Rules {
    @Override
    ClusterLeaseWatch clusterLeaseWatch(Duration lease) {
      return new ClusterLeaseWatch(lease.multipliedBy(7).dividedBy(10));
    }
  }

  /** Takes another's fence of the same numbers for its own. */
  static final class WithoutWriter extends Rules {
    @Override
    FencedSending sending(FencedBatch batch) {
      return new FencedSending(batch) {
        @Override
        protected boolean isOwn(FenceOutcome.Rejected rejected) {
          return rejected
              .standing()
              .filter(
                  fence -> fence.epoch() == batch.next().epoch() && fence.n() == batch.next().n())
              .isPresent();
        }
      };
    }
  }

  /** Takes an unknown outcome for a failure, and goes on with another batch. */
  static final class NewBatchAfterUnknown extends Rules {
    @Override
    FencedSending sending(FencedBatch batch) {
      return new FencedSending(batch) {
        @Override
        public Optional<FencedWrite> unanswered() {
          return Optional.of(new FencedWrite.Abandoned(false));
        }
      };
    }
  }
}
