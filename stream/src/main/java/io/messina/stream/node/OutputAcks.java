package io.messina.stream.node;

import io.messina.api.ReceiptStatus;
import io.messina.runtime.ParallelCalls;
import io.messina.runtime.RequestException;
import io.messina.stream.ClaimAddress;
import io.messina.stream.Output;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.delivery.DeliveryState;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.group.OutputAppender;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Acknowledges events with outputs. Outputs are appended only for valid receipts whose leases run
 * long enough. Safe for use by many threads.
 */
record OutputAcks(
    ReceiptRouting receiptRouting,
    Outputs outputs,
    ShardCalls calls,
    ParallelCalls parallel,
    Function<StreamId, CatalogStream> streams)
    implements OutputAppender {

  /** Longer than an append and an acknowledgement usually take, even while a shard moves. */
  private static final Outcome KEEP = new Outcome.Keep(Duration.ofSeconds(10));

  @Override
  public void append(CatalogGroup group, ClaimAddress receipt, List<Output> some) {
    CatalogStream stream = streams.apply(group.stream());
    ReceiptStatus status = receiptRouting.settle(stream, group, KEEP, List.of(receipt)).getFirst();
    if (status != ReceiptStatus.OK) {
      throw new RequestException.Unavailable("outputs: the lease of their event may be over");
    }
    if (!outputs.appendAll(group, List.of(new Ack(receipt, some))).getFirst()) {
      throw new RequestException.Unknown("outputs: not all of them are known to be stored");
    }
  }

  /** Returns a status for each. Checks all target streams before anything is done. */
  List<ReceiptStatus> ack(CatalogStream stream, CatalogGroup group, List<Ack> acks) {
    outputs.check(acks);
    IdentityHashMap<Ack, ReceiptStatus> outcomes = append(stream, group, acks);
    List<Ack> done = acks.stream().filter(ack -> outcomes.get(ack) == ReceiptStatus.OK).toList();
    Iterator<ReceiptStatus> settled =
        receiptRouting.settle(stream, group, new Outcome.Ack(), receipts(done)).iterator();
    return acks.stream()
        .map(ack -> Optional.ofNullable(outcomes.get(ack)).orElseThrow())
        .map(outcome -> outcome == ReceiptStatus.OK ? settled.next() : outcome)
        .toList();
  }

  /** Returns OK for each event whose outputs are stored, so that it can be acknowledged now. */
  private IdentityHashMap<Ack, ReceiptStatus> append(
      CatalogStream stream, CatalogGroup group, List<Ack> acks) {
    IdentityHashMap<Ack, ReceiptStatus> outcomes = new IdentityHashMap<>();
    acks.forEach(ack -> outcomes.put(ack, ReceiptStatus.OK));
    List<Ack> some = acks.stream().filter(ack -> !ack.outputs().isEmpty()).toList();
    put(outcomes, some, receiptRouting.settle(stream, group, KEEP, receipts(some)));
    List<Ack> held = some.stream().filter(ack -> outcomes.get(ack) == ReceiptStatus.OK).toList();
    List<Ack> gone = some.stream().filter(ack -> isGone(outcomes.get(ack))).toList();
    put(
        outcomes,
        held,
        outputs.appendAll(group, held).stream()
            .map(stored -> stored ? ReceiptStatus.OK : ReceiptStatus.RETRY)
            .toList());
    if (!gone.isEmpty()) {
      put(outcomes, gone, parallel.each(gone, ack -> again(stream, group, ack, outcomes.get(ack))));
    }
    return outcomes;
  }

  private static boolean isGone(@Nullable ReceiptStatus status) {
    return status == ReceiptStatus.STALE || status == ReceiptStatus.UNKNOWN;
  }

  /**
   * An invalid receipt may be the repeat of an acknowledgement whose answer was lost: if the event
   * is finished, the group tells whether this receipt finished it.
   */
  private ReceiptStatus again(
      CatalogStream stream, CatalogGroup group, Ack ack, @Nullable ReceiptStatus gone) {
    ReceiptStatus standing = gone == null ? ReceiptStatus.UNKNOWN : gone;
    if (!ReceiptRouting.isAsked(stream, group, ack.receipt())) {
      return standing;
    }
    ShardId shard = stream.shard(ack.receipt().shard());
    try {
      DeliveryState state =
          calls.call(shard, group, owned -> owned.state(ack.receipt().position()));
      return state.stage() == DeliveryState.Stage.FINISHED ? ReceiptStatus.OK : standing;
    } catch (RequestException e) {
      return ReceiptRouting.status(e);
    }
  }

  private static void put(
      IdentityHashMap<Ack, ReceiptStatus> outcomes, List<Ack> some, List<ReceiptStatus> statuses) {
    for (int i = 0; i < some.size(); i++) {
      outcomes.put(some.get(i), statuses.get(i));
    }
  }

  private static List<ClaimAddress> receipts(List<Ack> acks) {
    return acks.stream().map(Ack::receipt).toList();
  }
}
