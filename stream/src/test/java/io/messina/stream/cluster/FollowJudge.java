package io.messina.stream.cluster;

import io.messina.api.Position;
import io.messina.stream.StoredEvent;
import java.util.Collections;
import java.util.List;

/** Whether followers saw the one order of each shard, without gaps. */
record FollowJudge(Facts facts, TrueLog log, List<String> complaints) {

  void judge() {
    handlersSeeTheOneOrder();
    int[] seenTo = new int[Topic.WORK.shards];
    for (Stretch stretch : facts.stretches) {
      seenTo[stretch.shard()] = judge(stretch, seenTo[stretch.shard()]);
    }
  }

  /** Nothing is shown before all that stands before it was shown, to whomever. */
  private void handlersSeeTheOneOrder() {
    int[] seenTo = new int[Topic.WORK.shards];
    for (StoredEvent event : facts.followed) {
      int shard = event.id().shard();
      int at = log.shard(shard).indexOf(event);
      if (at < 0 || (at > seenTo[shard] && !mayBeSkipped(Crowd.FOLLOWING_INSIDE))) {
        complaints.add(
            "a handler was shown " + Place.of(event) + " at " + at + " behind " + seenTo[shard]);
        return;
      }
      seenTo[shard] = Math.max(seenTo[shard], at + 1);
    }
  }

  private boolean mayBeSkipped(Crowd crowd) {
    return facts.interventions.of(crowd).anyMatch(Intervention::skips);
  }

  /** Returns up to where the log has been seen. */
  private int judge(Stretch stretch, int seenTo) {
    List<StoredEvent> all = log.shard(stretch.shard());
    int begin = Collections.indexOfSubList(all, stretch.events());
    if (begin < 0) {
      complaints.add(
          "a follower read what is no stretch of the log: " + stretch + ", the log is " + all);
      return seenTo;
    }
    if (begin > seenTo && !mayBeSkipped(Crowd.FOLLOWING)) {
      complaints.add("a follower was shown " + begin + " behind " + seenTo + ": " + stretch);
    }
    Position first = Place.of(stretch.events().getFirst()).position();
    if (stretch
        .committed()
        .filter(to -> first.compareTo(to.to()) < 0)
        .filter(
            to -> !facts.interventions.mayBeMoved(Crowd.FOLLOWING, to.asked(), stretch.answered()))
        .isPresent()) {
      complaints.add("a follower was sent back behind its commit: " + stretch);
    }
    return Math.max(seenTo, begin + stretch.events().size());
  }
}
