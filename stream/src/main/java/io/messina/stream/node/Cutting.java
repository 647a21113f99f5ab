package io.messina.stream.node;

import io.messina.api.Position;
import io.messina.stream.log.LaneEnds;
import io.messina.stream.log.LaneId;
import io.messina.stream.owner.SavedState;
import io.messina.stream.owner.ShardSite;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first thing that a new owner does: finds the ends of all lanes that are not cut, and records
 * them with its fence. Until that is durable, the owner opens no lane and shows no events.
 */
record Cutting(ShardSite site) {

  private static final Logger LOG = LoggerFactory.getLogger(Cutting.class);

  /** How long a lane's cut is kept after its last event has expired. */
  private static final Duration FORGOTTEN_AFTER = Duration.ofDays(1);

  private static final int ROWS_BEHIND_MAX = 100;

  /**
   * Finds and records the ends.
   *
   * @return the cuts; empty if the shard was lost
   * @throws io.messina.store.StoreUnavailableException if a read fails: try again
   */
  Optional<Cuts> cut(SavedState saved) {
    Cuts before = Cuts.of(saved);
    LaneEnds ends = new LaneEnds(site.context().store());
    Map<Integer, LaneCut> found = new TreeMap<>();
    for (int epoch = before.through() + 1; epoch < site.owned().epoch(); epoch++) {
      found.put(epoch, LaneCut.of(ends.find(lane(epoch))));
    }
    List<Integer> expired = expired(before);
    Cuts after = before.extended(site.owned().epoch() - 1, found).without(expired);
    return after.equals(before) || record(before, after) ? Optional.of(after) : Optional.empty();
  }

  private boolean record(Cuts before, Cuts after) {
    return site.state().writeOnce("cuts", changes -> after.write(before, changes));
  }

  /** Lanes of which everything has expired; checked a last time for late rows. */
  private List<Integer> expired(Cuts cuts) {
    Optional<Duration> retention = site.stream().options().retention();
    if (retention.isEmpty()) {
      return List.of();
    }
    List<Integer> expired =
        cuts.over(retention.get().plus(FORGOTTEN_AFTER), site.context().nowMicros());
    expired.forEach(epoch -> lookBehind(epoch, cuts));
    return expired;
  }

  private void lookBehind(int epoch, Cuts cuts) {
    LaneCut cut = cuts.lanes().get(epoch);
    if (cut == null) {
      return;
    }
    List<Position> behind =
        new LaneEnds(site.context().store()).behind(lane(epoch), cut.cut(), ROWS_BEHIND_MAX);
    if (!behind.isEmpty()) {
      LOG.info(
          "{}: {} rows came late behind the cut {}, none of which counts",
          lane(epoch),
          behind.size(),
          cut.cut());
    }
  }

  private LaneId lane(int epoch) {
    return new LaneId(site.shard(), epoch);
  }
}
