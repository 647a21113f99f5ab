package io.messina.stream.node;

import io.messina.runtime.ParallelCalls;
import io.messina.stream.Receipt;
import io.messina.stream.StreamException;
import io.messina.stream.catalog.GroupDefinition;
import io.messina.stream.catalog.StreamDefinition;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.delivery.ReceiptStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells owners what workers say of their receipts, and puts the answers in order. */
final class ReceiptRouting {

  /** How many receipts one request may have. */
  static final int RECEIPTS_MAX = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(ReceiptRouting.class);

  private final ShardCalls calls;
  private final ParallelCalls parallel;

  ReceiptRouting(ShardCalls calls, ParallelCalls parallel) {
    this.calls = calls;
    this.parallel = parallel;
  }

  /** A status for each; RETRY where no owner answers: then it may be done or not. */
  List<ReceiptStatus> settle(
      StreamDefinition stream, GroupDefinition group, Outcome outcome, List<Receipt> receipts) {
    check(receipts);
    ReceiptStatus[] statuses = new ReceiptStatus[receipts.size()];
    Arrays.fill(statuses, ReceiptStatus.UNKNOWN);
    Map<Integer, List<Integer>> byShard = new LinkedHashMap<>();
    for (int i = 0; i < statuses.length; i++) {
      Receipt receipt = receipts.get(i);
      if (!isOfThis(group, receipt)) {
        statuses[i] = ReceiptStatus.STALE;
      } else if (isAsked(stream, group, receipt)) {
        byShard.computeIfAbsent(receipt.shard(), _ -> new ArrayList<>()).add(i);
      }
    }
    if (!byShard.isEmpty()) {
      var _ =
          parallel.each(
              List.copyOf(byShard.entrySet()),
              part -> {
                List<Receipt> some = part.getValue().stream().map(receipts::get).toList();
                List<ReceiptStatus> answer = ask(stream, part.getKey(), group, outcome, some);
                for (int i = 0; i < answer.size(); i++) {
                  statuses[part.getValue().get(i)] = answer.get(i);
                }
                return answer;
              });
    }
    return List.of(statuses);
  }

  /** Whether a receipt was given out by this creation of stream and group. */
  static boolean isOfThis(GroupDefinition group, Receipt receipt) {
    return receipt.streamGeneration() == group.stream().generation()
        && receipt.groupGeneration() == group.id().generation();
  }

  /** Whether a receipt may have been given out, so that it is worth asking an owner. */
  static boolean isAsked(StreamDefinition stream, GroupDefinition group, Receipt receipt) {
    return isOfThis(group, receipt)
        && receipt.claim() > 0
        && receipt.shard() < stream.options().shards();
  }

  private List<ReceiptStatus> ask(
      StreamDefinition stream,
      int shard,
      GroupDefinition group,
      Outcome outcome,
      List<Receipt> receipts) {
    List<ClaimId> claims = receipts.stream().map(ReceiptRouting::claim).toList();
    try {
      return calls.call(
          stream.shard(shard),
          Retry.SAFE,
          service -> service.settle(stream.shard(shard), group.id(), outcome, claims));
    } catch (StreamException e) {
      LOG.debug("{}: {} receipts cannot be settled", stream.shard(shard), claims.size(), e);
      return Collections.nCopies(claims.size(), status(e));
    }
  }

  /** What is said of receipts where asking their owner failed. */
  static ReceiptStatus status(StreamException failure) {
    return switch (failure) {
      case StreamException.Unavailable _, StreamException.Overloaded _, StreamException.Unknown _ ->
          ReceiptStatus.RETRY;
      case StreamException.NotFound _, StreamException.Refused _ -> ReceiptStatus.UNKNOWN;
    };
  }

  static ClaimId claim(Receipt receipt) {
    return new ClaimId(receipt.position().packed(), receipt.claim(), receipt.run());
  }

  private static void check(List<Receipt> receipts) {
    if (receipts.size() > RECEIPTS_MAX) {
      throw new StreamException.Refused(
          StreamException.Refused.Reason.OUT_OF_BOUNDS,
          "receipts: " + receipts.size() + " (expected: at most " + RECEIPTS_MAX + ")");
    }
  }
}
