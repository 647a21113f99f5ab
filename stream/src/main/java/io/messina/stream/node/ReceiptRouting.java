package io.messina.stream.node;

import io.messina.api.ClaimOptions;
import io.messina.api.ReceiptStatus;
import io.messina.runtime.ParallelCalls;
import io.messina.runtime.RequestException;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends what workers say of their receipts to the owners, and puts the answers in order. */
record ReceiptRouting(ShardCalls calls, ParallelCalls parallel) {

  private static final Logger LOG = LoggerFactory.getLogger(ReceiptRouting.class);

  /** Gives all receipts the same outcome. */
  List<ReceiptStatus> settle(
      CatalogStream stream, CatalogGroup group, Outcome outcome, List<ClaimAddress> receipts) {
    return settle(
        stream, group, receipts.stream().map(each -> new Settlement(each, outcome)).toList());
  }

  /** Returns a status for each; RETRY if no owner answers: then it may have been done or not. */
  List<ReceiptStatus> settle(
      CatalogStream stream, CatalogGroup group, List<Settlement> settlements) {
    check(settlements.size());
    ReceiptStatus[] statuses = new ReceiptStatus[settlements.size()];
    Arrays.fill(statuses, ReceiptStatus.UNKNOWN);
    Map<Part, List<Integer>> parts = new LinkedHashMap<>();
    for (int i = 0; i < statuses.length; i++) {
      ClaimAddress receipt = settlements.get(i).receipt();
      if (!isOfThis(group, receipt)) {
        statuses[i] = ReceiptStatus.STALE;
      } else if (isAsked(stream, group, receipt)) {
        Part part = new Part(receipt.shard(), settlements.get(i).outcome());
        parts.computeIfAbsent(part, _ -> new ArrayList<>()).add(i);
      }
    }
    if (!parts.isEmpty()) {
      Map<Integer, ReceiptStatus> failed = new ConcurrentHashMap<>();
      var _ =
          parallel.each(
              List.copyOf(parts.entrySet()),
              part -> {
                List<ClaimId> claims =
                    part.getValue().stream()
                        .map(index -> claim(settlements.get(index).receipt()))
                        .toList();
                List<ReceiptStatus> answer = ask(stream, group, part.getKey(), claims, failed);
                for (int i = 0; i < answer.size(); i++) {
                  statuses[part.getValue().get(i)] = answer.get(i);
                }
                return answer;
              });
    }
    return List.of(statuses);
  }

  /** The receipts of a request that go to one owner with one outcome. */
  private record Part(int shard, Outcome outcome) {}

  /** Whether this creation of stream and group gave out a receipt. */
  static boolean isOfThis(CatalogGroup group, ClaimAddress receipt) {
    return receipt.streamGeneration() == group.stream().generation()
        && receipt.groupGeneration() == group.id().generation();
  }

  /** Whether a receipt may have been given out, so that its owner is worth asking. */
  static boolean isAsked(CatalogStream stream, CatalogGroup group, ClaimAddress receipt) {
    return isOfThis(group, receipt)
        && receipt.claim() > 0
        && receipt.shard() < stream.options().shards();
  }

  /** Stops asking a shard after the first failure; otherwise each part would wait for its owner. */
  private List<ReceiptStatus> ask(
      CatalogStream stream,
      CatalogGroup group,
      Part part,
      List<ClaimId> claims,
      Map<Integer, ReceiptStatus> failed) {
    ReceiptStatus before = failed.get(part.shard());
    if (before != null) {
      return Collections.nCopies(claims.size(), before);
    }
    ShardId shard = stream.shard(part.shard());
    try {
      return calls.call(shard, group, owned -> owned.settle(part.outcome(), claims));
    } catch (RequestException e) {
      LOG.debug("{}: {} receipts cannot be settled", shard, claims.size(), e);
      failed.put(part.shard(), status(e));
      return Collections.nCopies(claims.size(), status(e));
    }
  }

  /** The status of receipts whose owner could not be asked. */
  static ReceiptStatus status(RequestException failure) {
    return switch (failure) {
      case RequestException.Unavailable _,
          RequestException.Overloaded _,
          RequestException.Unknown _ ->
          ReceiptStatus.RETRY;
      case RequestException.NotFound _, RequestException.Refused _ -> ReceiptStatus.UNKNOWN;
    };
  }

  static ClaimId claim(ClaimAddress receipt) {
    return new ClaimId(receipt.position().packed(), receipt.claim(), receipt.run());
  }

  private static void check(int count) {
    if (count > ClaimOptions.LIMIT_MAX) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.OUT_OF_BOUNDS,
          "receipts: " + count + " (expected: at most " + ClaimOptions.LIMIT_MAX + ")");
    }
  }
}
