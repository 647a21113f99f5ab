package io.messina.stream.group;

import io.messina.api.Position;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.GroupId;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.Effect;
import io.messina.stream.log.RecordBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * The events that a claim hands out.
 *
 * @param events in the order of the claim
 * @param gone claimed events that are neither in the log nor among the dead letters any longer
 * @param surplus claimed events that do not fit into the answer
 */
record Handover(List<ClaimedEvent> events, List<ClaimId> gone, List<ClaimId> surplus) {

  static Handover of(
      ShardId shard,
      GroupId group,
      Effect.Claimed claimed,
      long bytesMax,
      LongFunction<Optional<StoredEvent>> content) {
    Handover handover = new Handover(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    long bytes = 0;
    for (int i = 0; i < claimed.positions().length; i++) {
      if (bytes >= bytesMax || !handover.surplus.isEmpty()) {
        handover.surplus.add(claimed.claimId(i));
        continue;
      }
      Optional<StoredEvent> event = content.apply(claimed.positions()[i]);
      if (event.isEmpty()) {
        handover.gone.add(claimed.claimId(i));
        continue;
      }
      bytes += RecordBatch.bytesAtMost(event.get().event());
      if (bytes > bytesMax && !handover.events.isEmpty()) {
        handover.surplus.add(claimed.claimId(i));
        continue;
      }
      ClaimAddress receipt = receipt(shard, group, claimed.claimId(i));
      handover.events.add(
          new ClaimedEvent(
              event.get(),
              claimed.attempts()[i],
              receipt,
              claimed.redriven()[i],
              claimed.suspect()));
    }
    return handover;
  }

  private static ClaimAddress receipt(ShardId shard, GroupId group, ClaimId claim) {
    return new ClaimAddress(
        shard.stream().generation(),
        group.generation(),
        claim.run(),
        shard.number(),
        Position.unpack(claim.position()),
        claim.claim());
  }
}
