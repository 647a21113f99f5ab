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
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnerAddress;
import io.messina.stream.owner.PeerException;
import io.messina.stream.owner.ShardEpoch;
import io.messina.stream.owner.ShardOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what workers say of their receipts to the owners, by one request to each, and puts the
 * answers in order. A shard whose owner is not known, or is another one, is asked by itself.
 */
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
    Map<Said, Part> parts = new LinkedHashMap<>();
    for (int i = 0; i < statuses.length; i++) {
      ClaimAddress receipt = settlements.get(i).receipt();
      if (!isOfThis(group, receipt)) {
        statuses[i] = ReceiptStatus.STALE;
      } else if (isAsked(stream, group, receipt)) {
        Said said = new Said(stream.shard(receipt.shard()), settlements.get(i).outcome());
        parts.computeIfAbsent(said, Part::new).add(i, claim(receipt));
      }
    }
    List<Part> open = new ArrayList<>(parts.values());
    long beganNanos = calls.buffer().nanoTime();
    if (open.size() > 1) {
      askOwners(group, open, statuses);
      open.removeIf(part -> part.done);
    }
    if (!open.isEmpty()) {
      Duration most = calls.buffer().mostSince(beganNanos);
      Map<ShardId, ReceiptStatus> failed = new ConcurrentHashMap<>();
      var _ = parallel.each(open, part -> part.done(statuses, ask(group, part, most, failed)));
    }
    return List.of(statuses);
  }

  /** One outcome of events of one shard. */
  private record Said(ShardId shard, Outcome outcome) {}

  /** The receipts of which the same is said, and their places in the request. */
  private static final class Part {

    private final Said said;
    private final List<Integer> places = new ArrayList<>();
    private final List<ClaimId> claims = new ArrayList<>();
    private volatile boolean done;

    Part(Said said) {
      this.said = said;
    }

    void add(int place, ClaimId claim) {
      places.add(place);
      claims.add(claim);
    }

    /** Takes the statuses of all its receipts; none if the owner must be asked again. */
    boolean done(ReceiptStatus[] statuses, List<ReceiptStatus> answer) {
      done = answer.size() == places.size();
      for (int i = 0; done && i < answer.size(); i++) {
        statuses[places.get(i)] = answer.get(i);
      }
      return done;
    }
  }

  /** Asks the owners that are known, at the same time. */
  private void askOwners(CatalogGroup group, List<Part> parts, ReceiptStatus[] statuses) {
    Map<String, List<Part>> byOwner = new LinkedHashMap<>();
    Map<ShardId, OwnerAddress> owners = new HashMap<>();
    for (Part part : parts) {
      calls
          .router()
          .known(part.said.shard)
          .ifPresent(
              owner -> {
                owners.put(part.said.shard, owner);
                byOwner.computeIfAbsent(owner.address(), _ -> new ArrayList<>()).add(part);
              });
    }
    if (!byOwner.isEmpty()) {
      var _ =
          parallel.each(
              List.copyOf(byOwner.values()), some -> askOwner(group, some, owners, statuses));
    }
  }

  private boolean askOwner(
      CatalogGroup group,
      List<Part> parts,
      Map<ShardId, OwnerAddress> owners,
      ReceiptStatus[] statuses) {
    Router router = calls.router();
    OwnerAddress one = owner(parts.getFirst(), owners);
    List<ShardOutcome> outcomes =
        parts.stream()
            .map(
                part ->
                    new ShardOutcome(
                        new ShardEpoch(part.said.shard.number(), owner(part, owners).epoch()),
                        part.said.outcome,
                        part.claims))
            .toList();
    try {
      List<List<ReceiptStatus>> answers =
          router.service(one).settle(group.stream(), group.id(), outcomes);
      for (int i = 0; i < parts.size(); i++) {
        Part part = parts.get(i);
        if (!part.done(statuses, answers.get(i))) {
          ShardId shard = part.said.shard;
          router.failed(shard, owner(part, owners), new NotOwnerException(shard));
        }
      }
      return true;
    } catch (PeerException | RequestException e) {
      parts.forEach(part -> router.failed(part.said.shard, owner(part, owners), e));
      return false;
    }
  }

  private static OwnerAddress owner(Part part, Map<ShardId, OwnerAddress> owners) {
    return Objects.requireNonNull(owners.get(part.said.shard));
  }

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
      CatalogGroup group, Part part, Duration most, Map<ShardId, ReceiptStatus> failed) {
    ShardId shard = part.said.shard;
    ReceiptStatus before = failed.get(shard);
    if (before != null) {
      return Collections.nCopies(part.claims.size(), before);
    }
    try {
      return calls.call(
          shard,
          Retry.SAFE,
          most,
          owned -> owned.group(group.id()).settle(part.said.outcome, part.claims));
    } catch (RequestException e) {
      LOG.debug("{}: {} receipts cannot be settled", shard, part.claims.size(), e);
      failed.put(shard, status(e));
      return Collections.nCopies(part.claims.size(), status(e));
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
