package io.messina.client.group;

import io.messina.api.Nack;
import io.messina.api.Receipt;
import io.messina.api.ReceiptResult;
import io.messina.api.ReceiptStatus;
import io.messina.client.error.MessinaException;
import io.messina.client.internal.Surroundings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the server the outcomes of a worker's events, and repeats the ones in doubt for as long as
 * their leases run.
 */
final class Settler {

  private static final Logger LOG = LoggerFactory.getLogger(ClaimWorker.class);

  /** The loop: it changes its state under its lock, then looks for the next step. */
  interface Loop {

    void change(Consumer<WorkerState> change);

    /** Claims and acknowledges nothing for a while. */
    void rest();

    /** There is no group to work for. */
    void fail(MessinaException why);

    boolean hasFailed();
  }

  private final GroupClient group;
  private final Surroundings surroundings;
  private final Loop loop;

  Settler(GroupClient group, Loop loop) {
    this.group = group;
    this.surroundings = group.transport().surroundings();
    this.loop = loop;
  }

  void acknowledge(List<PendingAck> acks) {
    var unused =
        group
            .acknowledge(acks.stream().map(PendingAck::entry).toList())
            .whenComplete((results, why) -> acknowledged(acks, results, why));
  }

  void acknowledged(
      List<PendingAck> acks, @Nullable List<ReceiptResult> results, @Nullable Throwable why) {
    if (results != null) {
      answered(acks, results);
    } else if (why instanceof MessinaException failure && failure.retryable()) {
      LOG.warn("Acknowledging {} events failed: {}", acks.size(), failure.toString());
      again(acks);
    } else {
      refused(acks, String.valueOf(why));
    }
  }

  /**
   * A claim failed that brought acknowledgements, and may have failed because of them. They are
   * sent by a separate request, as often as needed, also while the worker stops.
   */
  void notAcknowledgedByClaim(List<PendingAck> acks, @Nullable Throwable why) {
    LOG.warn("A claim that acknowledged {} events failed: {}", acks.size(), String.valueOf(why));
    if (why instanceof MessinaException failure && failure.retryable()) {
      loop.rest();
    }
    loop.change(
        state -> {
          state.endAcks();
          state.acknowledgeApart(acks);
        });
  }

  private void answered(List<PendingAck> acks, List<ReceiptResult> results) {
    tell(results);
    Map<Receipt, ReceiptStatus> statuses = statuses(results);
    List<PendingAck> doubtful = new ArrayList<>();
    List<ReceiptResult> refused =
        results.stream().filter(each -> each.status() == ReceiptStatus.REFUSED).toList();
    refused.forEach(this::fail);
    loop.change(
        state -> {
          state.endAcks();
          for (PendingAck ack : acks) {
            if (isWorthAsking(state, ack.receipt(), statuses, ack.attempts())) {
              doubtful.add(ack.again());
            } else if (statuses.get(ack.receipt()) != ReceiptStatus.REFUSED) {
              state.forget(List.of(ack.receipt()));
            }
          }
        });
    warnOfLost(acks.size() - doubtful.size() - refused.size(), statuses);
    if (!doubtful.isEmpty()) {
      later(
          doubtful.get(0).attempts(), () -> loop.change(state -> state.acknowledgeAgain(doubtful)));
    }
  }

  private void fail(ReceiptResult refused) {
    String why = refused.detail().orElse("an output was refused");
    LOG.warn("An event cannot be acknowledged: {}", why);
    giveBack(refused.receipt(), Nack.retry("acknowledging failed: " + why));
  }

  /** A worker that stops has no time for that. */
  private void again(List<PendingAck> acks) {
    loop.change(
        state -> {
          state.endAcks();
          if (state.isStopping()) {
            state.forget(acks.stream().map(PendingAck::receipt).toList());
          } else {
            state.acknowledgeAgain(acks);
            state.rest();
          }
        });
    loop.rest();
  }

  /** One of them is at fault: it fails with the reason, and the others are acknowledged. */
  private void refused(List<PendingAck> acks, String why) {
    LOG.warn("Acknowledging {} events was refused: {}", acks.size(), why);
    boolean pointless = loop.hasFailed();
    boolean alone = acks.size() == 1;
    if (alone && !pointless) {
      giveBack(acks.get(0).receipt(), Nack.retry("acknowledging failed: " + why));
    }
    loop.change(
        state -> {
          state.endAcks();
          if (pointless) {
            state.forget(acks.stream().map(PendingAck::receipt).toList());
          } else if (!alone) {
            state.acknowledgeInHalves(acks);
          }
        });
  }

  void giveBack(Receipt receipt, Nack nack) {
    loop.change(WorkerState::beginRequest);
    settle("nacked", List.of(receipt), receipts -> group.nackAsync(receipts, nack), 0);
  }

  /** Gives events back that no handler has begun, by a request that has begun. */
  void release(List<Receipt> receipts) {
    settle("released", receipts, group::releaseAsync, 0);
  }

  /** If it fails, the lease runs out instead. */
  private void settle(
      String what,
      List<Receipt> receipts,
      Function<List<Receipt>, CompletableFuture<List<ReceiptResult>>> request,
      int attempts) {
    var unused =
        request
            .apply(receipts)
            .whenComplete(
                (results, why) -> {
                  if (why != null) {
                    LOG.warn("{} events were not {}: {}", receipts.size(), what, why.toString());
                  }
                  if (results != null) {
                    tell(results);
                  }
                  noteAbsentGroup(why);
                  List<Receipt> doubtful = settled(receipts, results, attempts);
                  if (!doubtful.isEmpty()) {
                    int more = attempts + 1;
                    later(more, () -> settle(what, doubtful, request, more));
                  }
                });
  }

  private void noteAbsentGroup(@Nullable Throwable why) {
    if (why instanceof MessinaException.NotFound absent) {
      loop.fail(absent);
    }
  }

  private List<Receipt> settled(
      List<Receipt> receipts, @Nullable List<ReceiptResult> results, int attempts) {
    Map<Receipt, ReceiptStatus> statuses = results == null ? Map.of() : statuses(results);
    List<Receipt> doubtful = new ArrayList<>();
    loop.change(
        state -> {
          for (Receipt receipt : receipts) {
            if (results != null && isWorthAsking(state, receipt, statuses, attempts)) {
              doubtful.add(receipt);
            } else {
              state.forget(List.of(receipt));
            }
          }
          if (doubtful.isEmpty()) {
            state.endRequest();
          }
        });
    return doubtful;
  }

  private boolean isWorthAsking(
      WorkerState state, Receipt receipt, Map<Receipt, ReceiptStatus> statuses, int attempts) {
    return statuses.getOrDefault(receipt, ReceiptStatus.RETRY) == ReceiptStatus.RETRY
        && state.isWorthAsking(receipt, attempts + 1, surroundings.nanoTime());
  }

  private void tell(List<ReceiptResult> results) {
    Map<ReceiptStatus, Integer> counts = new EnumMap<>(ReceiptStatus.class);
    results.forEach(result -> counts.merge(result.status(), 1, Integer::sum));
    counts.forEach(
        (status, events) -> group.tell(metrics -> metrics.settled(group, status, events)));
  }

  private static Map<Receipt, ReceiptStatus> statuses(List<ReceiptResult> results) {
    Map<Receipt, ReceiptStatus> statuses = new HashMap<>();
    results.forEach(result -> statuses.put(result.receipt(), result.status()));
    return statuses;
  }

  private static void warnOfLost(int settled, Map<Receipt, ReceiptStatus> statuses) {
    long done = statuses.values().stream().filter(ReceiptStatus.OK::equals).count();
    if (settled > done) {
      LOG.warn("{} events were done after their lease, and may be done again", settled - done);
    }
  }

  private void later(int attempts, Runnable task) {
    Duration wait = group.transport().retries().wait(attempts, surroundings.random());
    var unused = surroundings.schedule(wait, task);
  }
}
