package io.messina.stream.node;

import io.messina.api.ReceiptStatus;
import io.messina.runtime.Context;
import io.messina.runtime.ParallelCalls;
import io.messina.runtime.RequestException;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.GroupId;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.ClaimRequest;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.owner.ClaimedFrom;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.ShardEpoch;
import io.messina.stream.owner.ShardGroup;
import io.messina.stream.owner.ShardOutcome;
import io.messina.stream.owner.ShardService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Claims and settles events of several shards of this process by one request. */
final class OwnedClaims {

  private static final Logger LOG = LoggerFactory.getLogger(OwnedClaims.class);

  /** How many seconds shards are awaited while there are no events yet. */
  private static final int WAITS_MAX = 5;

  private static final int OUTCOMES_AT_ONCE = 32;

  private final ShardService own;
  private final Context context;
  private final ParallelCalls parallel;

  /**
   * @param own the shards of this process
   */
  OwnedClaims(ShardService own, Context context) {
    this.own = own;
    this.context = context;
    this.parallel = new ParallelCalls(context.threads(), OUTCOMES_AT_ONCE);
  }

  ClaimedFrom claim(StreamId stream, GroupId group, List<ShardEpoch> shards, ClaimRequest ask) {
    Claim claim = new Claim(stream, group, ask);
    try {
      claim.takeAll(shards);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return claim.end();
  }

  /** Stops asking a shard after the first failure; otherwise each outcome would wait for it. */
  List<List<ReceiptStatus>> settle(StreamId stream, GroupId group, List<ShardOutcome> outcomes) {
    Map<Integer, List<ReceiptStatus>> failed = new ConcurrentHashMap<>(); // a status, or none
    return parallel.each(
        outcomes,
        outcome -> {
          List<ReceiptStatus> before = failed.get(outcome.shard().shard());
          if (before != null) {
            return ofEach(outcome, before);
          }
          try {
            return group(stream, group, outcome.shard())
                .settle(outcome.outcome(), outcome.claims());
          } catch (NotOwnerException | RequestException e) {
            LOG.debug("{}: {} receipts cannot be settled", stream, outcome.claims().size(), e);
            List<ReceiptStatus> status = status(e);
            failed.put(outcome.shard().shard(), status);
            return ofEach(outcome, status);
          }
        });
  }

  /** None if the owner must be asked. */
  private static List<ReceiptStatus> status(RuntimeException failure) {
    return failure instanceof RequestException e && !(e instanceof RequestException.Unknown)
        ? List.of(ReceiptRouting.status(e))
        : List.of();
  }

  private static List<ReceiptStatus> ofEach(ShardOutcome outcome, List<ReceiptStatus> status) {
    return outcome.claims().stream().flatMap(_ -> status.stream()).toList();
  }

  private ShardGroup group(StreamId stream, GroupId group, ShardEpoch shard) {
    return own.shard(new ShardId(stream, shard.shard()), shard.epoch()).group(group);
  }

  /** A claim in progress. */
  private final class Claim {

    private final StreamId stream;
    private final GroupId group;
    private final ClaimRequest ask;
    private final GatheredEvents gathered;
    private final List<Integer> away = new ArrayList<>();
    private Optional<RuntimeException> failure = Optional.empty();

    Claim(StreamId stream, GroupId group, ClaimRequest ask) {
      this.stream = stream;
      this.group = group;
      this.ask = ask;
      this.gathered = new GatheredEvents(context.time(), ask.max(), ask.bytesMax());
    }

    /**
     * Asks one shard first: it may have all that is wanted, at the cost of one write. If it does
     * not, asks the others at the same time for a part each.
     */
    void takeAll(List<ShardEpoch> shards) throws InterruptedException {
      List<ShardEpoch> left = shards;
      int width = 1;
      for (GatheredEvents.Room room = gathered.room();
          !left.isEmpty() && !room.isNone();
          room = gathered.room()) {
        int count = Math.min(left.size(), Math.min(width, room.events()));
        List<ShardEpoch> next = new ArrayList<>(left.subList(count, left.size()));
        next.addAll(takeSome(left.subList(0, count), room.part(count)));
        left = next;
        width = shards.size();
      }
    }

    /** Asks shards at the same time. Returns those that may have more. */
    private List<ShardEpoch> takeSome(List<ShardEpoch> shards, GatheredEvents.Room part)
        throws InterruptedException {
      List<CompletableFuture<Boolean>> answers = new ArrayList<>();
      for (ShardEpoch shard : shards) {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        context.start(() -> take(shard, part, answer));
        answers.add(answer);
      }
      gathered.await(answers, WAITS_MAX);
      List<ShardEpoch> more = new ArrayList<>();
      for (int i = 0; i < shards.size(); i++) {
        if (hasMore(shards.get(i), answers.get(i))) {
          more.add(shards.get(i));
        }
      }
      return more;
    }

    private boolean hasMore(ShardEpoch shard, CompletableFuture<Boolean> answer) {
      if (!answer.isDone()) {
        LOG.debug("{}: {} does not answer a claim in time", stream, shard);
        return false;
      }
      if (!answer.isCompletedExceptionally()) {
        return answer.resultNow();
      }
      switch (answer.exceptionNow()) {
        case NotOwnerException _ -> away.add(shard.shard());
        case RuntimeException e -> failure = Optional.of(e);
        case Throwable e -> failure = Optional.of(new IllegalStateException(e));
      }
      return false;
    }

    private void take(
        ShardEpoch shard, GatheredEvents.Room part, CompletableFuture<Boolean> answer) {
      try {
        ShardGroup from = group(stream, group, shard);
        List<ClaimedEvent> claimed =
            from.claim(new ClaimRequest(part.events(), part.bytes(), ask.lease(), ask.worker()));
        release(from, gathered.keep(claimed, 0));
        answer.complete(part.isUsedUp(claimed));
      } catch (RequestException.Refused | RequestException.NotFound e) {
        answer.completeExceptionally(e);
      } catch (RequestException e) {
        // The shard has nothing at the moment.
        answer.complete(false);
      } catch (RuntimeException | Error e) {
        answer.completeExceptionally(e);
      }
    }

    /**
     * Gives events back to the group at once, without counting an attempt. If the call fails, they
     * become ready when their leases end.
     */
    private void release(ShardGroup from, List<ClaimedEvent> surplus) {
      if (surplus.isEmpty()) {
        return;
      }
      List<ClaimId> claims =
          surplus.stream().map(event -> ReceiptRouting.claim(event.receipt())).toList();
      try {
        var _ = from.settle(new Outcome.Release(), claims);
      } catch (RuntimeException e) {
        LOG.debug("{}: {} events cannot be released", stream, claims.size(), e);
      }
    }

    ClaimedFrom end() {
      List<ClaimedEvent> events = gathered.end().stream().map(LeasedEvent::claimed).toList();
      if (events.isEmpty() && failure.isPresent()) {
        throw failure.get();
      }
      failure.ifPresent(e -> LOG.warn("{}: cannot be claimed from all shards", stream, e));
      return new ClaimedFrom(events, List.copyOf(away));
    }
  }
}
