package io.messina.stream.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Compares what clients have seen with what the store holds at the end.
 *
 * @param facts what clients have seen
 * @param crowds the groups that were there
 * @param work the shards of {@link Topic#WORK}, by number
 * @param results the one shard of {@link Topic#RESULTS}
 */
record Judge(Facts facts, Set<Crowd> crowds, List<Truth> work, Truth results) {

  /** What is wrong: nothing, or words. */
  List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    TrueLog log = new TrueLog(work);
    new LogJudge(facts, log, results, complaints).judge();
    new ClaimJudge(facts, crowds, log, complaints).judge();
    new FollowJudge(facts, log, complaints).judge();
    Drain drain = new Drain(facts, crowds);
    for (Crowd crowd : crowds) {
      List<String> left = new ArrayList<>(log.names());
      left.removeAll(drain.finished(crowd));
      if (!left.isEmpty()) {
        complaints.add(crowd + " never finished what stands in the log: " + left);
      }
    }
    return complaints;
  }
}
