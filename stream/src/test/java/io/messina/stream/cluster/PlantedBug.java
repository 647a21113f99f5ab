package io.messina.stream.cluster;

import io.messina.api.ReceiptStatus;
import io.messina.store.Fence;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.ForwardingStore;
import io.messina.store.Mutation;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import io.messina.store.UnknownOutcomeException;
import io.messina.stream.ShardsBehind;
import io.messina.stream.owner.PeerException;
import io.messina.stream.owner.Peers;
import io.messina.stream.owner.Section;
import io.messina.stream.owner.ShardOutcome;
import io.messina.stream.owner.ShardService;
import io.messina.stream.ownership.ShardTable;
import io.messina.testkit.simulation.SimulatedNode;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is done wrong on purpose between a node and its surroundings, to see it found. */
enum PlantedBug {
  /** All is as it should be. */
  NOTHING(""),
  /** Writes whatever fence stands. */
  DROPS_THE_FENCE("believed applied"),
  /** Takes a fenced write without an answer for applied. */
  BELIEVES_UNANSWERED_FENCED_WRITES("sent back behind its commit"),
  /** Takes a fenced write without an answer for one that never applies. */
  FORGETS_UNANSWERED_FENCED_WRITES(""),
  /** Answers appends before they are durable. */
  ACKNOWLEDGES_BEFORE_THE_WRITE_RETURNS("acknowledged and lost"),
  /** Believes beats confirmed that nobody sees. */
  CONFIRMS_BEATS_THAT_ARE_NOT_WRITTEN(""),
  /** Cuts a lane one row before its end. */
  READS_LANES_SHORT_OF_THEIR_END("acknowledged behind a cut"),
  /** Takes a shard over without what its claim groups have given out. */
  RESTORES_NO_DELIVERY_STATE("one claim number given twice"),
  /** Says that dead letters are written, and writes none. */
  WRITES_NO_DEAD_LETTERS("not among the dead letters"),
  /** Sends an append to another node again that may have happened. */
  REPEATS_UNANSWERED_APPENDS("twice in the log"),
  /** Says that an ack is done which another node did not answer. */
  BELIEVES_UNANSWERED_ACKS("although it was done"),
  /** Does what is asked of an earlier owner of a shard. */
  IGNORES_EPOCHS("took a request for epoch"),
  /** Asks the owner of a shard, instead of naming it. */
  PASSES_REQUESTS_ON("a request was passed on"),
  /** Shows what was appended to a stream that is deleted in the one that is created anew. */
  SHOWS_FORMER_CREATIONS("read from a former creation"),
  /** Takes any receipt for good. */
  TAKES_RECEIPTS_OF_FORMER_CREATIONS("a receipt of a former creation was good");

  /** What has to be said of it; nothing where a second rule covers it. */
  final String shownBy;

  PlantedBug(String shownBy) {
    this.shownBy = shownBy;
  }

  /** What a node offers to others. */
  ShardService offered(ShardService shards, Peers others) {
    return switch (this) {
      case IGNORES_EPOCHS -> new PeerWatch.IgnoresEpochs(shards);
      case PASSES_REQUESTS_ON -> new PeerWatch.PassesOn(shards, others);
      default -> shards;
    };
  }

  /** Between a node and its store: does what a wrong node, or one without rules, would. */
  static final class PlantedStore extends ForwardingStore {

    private static final String LOGS = "log_";
    private static final String MEMBERS = "members";
    private static final String DEAD_LETTERS = "dead_letters";
    private static final int MUTE_ONE_IN = 20;
    private static final Duration MUTE = Duration.ofSeconds(8);

    private final SimulatedNode node;
    private final PlantedBug bug;
    private final BooleanSupplier calm;
    private long mutedUntilNanos;

    PlantedStore(Store store, SimulatedNode node, PlantedBug bug, BooleanSupplier calm) {
      super(store);
      this.node = node;
      this.bug = bug;
      this.calm = calm;
      this.mutedUntilNanos = node.clock().nanoTime();
    }

    @Override
    public void write(PlainBatch batch) {
      Table table = batch.partition().table();
      boolean later =
          bug == PlantedBug.ACKNOWLEDGES_BEFORE_THE_WRITE_RETURNS && table.name().startsWith(LOGS);
      boolean never =
          (bug == PlantedBug.WRITES_NO_DEAD_LETTERS && table.name().equals(DEAD_LETTERS))
              || (bug == PlantedBug.CONFIRMS_BEATS_THAT_ARE_NOT_WRITTEN
                  && table.name().equals(MEMBERS)
                  && isMuted());
      if (later) {
        node.spawn("careless", () -> writeStubbornly(batch));
      } else if (!never) {
        super.write(batch);
      }
    }

    @Override
    public FenceOutcome writeIf(FencedBatch batch) {
      if (bug == PlantedBug.DROPS_THE_FENCE) {
        return writeWhateverStands(batch);
      }
      try {
        return super.writeIf(batch);
      } catch (UnknownOutcomeException e) {
        if (bug == PlantedBug.BELIEVES_UNANSWERED_FENCED_WRITES) {
          return new FenceOutcome.Applied();
        }
        throw bug == PlantedBug.FORGETS_UNANSWERED_FENCED_WRITES
            ? new StoreUnavailableException("not applied, as it seems", e)
            : e;
      }
    }

    @Override
    public Iterator<Row> scan(Scan scan) {
      Iterator<Row> rows = super.scan(scan);
      String table = scan.table().name();
      if (bug == PlantedBug.READS_LANES_SHORT_OF_THEIR_END
          && scan.reversed()
          && table.startsWith(LOGS)
          && rows.hasNext()) {
        Row last = rows.next();
        return rows.hasNext() ? rows : List.of(last).iterator();
      }
      return bug == PlantedBug.RESTORES_NO_DELIVERY_STATE && table.equals(ShardTable.SHARDS.name())
          ? withoutClaims(rows)
          : rows;
    }

    private static Iterator<Row> withoutClaims(Iterator<Row> rows) {
      List<Row> others = new ArrayList<>();
      rows.forEachRemaining(others::add);
      others.removeIf(row -> row.get(ShardTable.SECTION).equals(Section.CLAIMS.value()));
      return others.iterator();
    }

    private boolean isMuted() {
      long nowNanos = node.clock().nanoTime();
      if (node.random().nextInt(MUTE_ONE_IN) == 0) {
        mutedUntilNanos = nowNanos + MUTE.toNanos();
      }
      return nowNanos < mutedUntilNanos && !calm.getAsBoolean();
    }

    private void writeStubbornly(PlainBatch batch) {
      while (true) {
        try {
          super.write(batch);
          return;
        } catch (StoreUnavailableException e) {
          node.pause(Duration.ofMillis(20));
        }
      }
    }

    private FenceOutcome writeWhateverStands(FencedBatch batch) {
      FenceOutcome outcome = super.writeIf(batch);
      while (outcome instanceof FenceOutcome.Rejected) {
        Optional<Fence> standing = super.getStatic(batch.partition()).map(StaticRow::fence);
        outcome = super.writeIf(after(standing, batch));
      }
      return outcome;
    }

    private static FencedBatch after(Optional<Fence> standing, FencedBatch batch) {
      FencedBatch.Builder same =
          standing
              .map(fence -> FencedBatch.after(fence, next(fence, batch), batch.partition()))
              .orElseGet(() -> FencedBatch.first(batch.next(), batch.partition()));
      batch.set().forEach(same::set);
      batch.unset().forEach(same::unset);
      for (Mutation mutation : batch.mutations()) {
        switch (mutation) {
          case Mutation.Put put -> same.put(put.row());
          case Mutation.DeleteRow delete -> same.delete(delete.key());
          case Mutation.DeleteRange delete -> same.delete(delete.range());
          case Mutation.DeletePartition _ -> throw new IllegalStateException("of a fenced table");
        }
      }
      return same.build();
    }

    private static Fence next(Fence standing, FencedBatch batch) {
      return batch.next().isAfter(standing)
          ? batch.next()
          : new Fence(standing.epoch(), standing.n() + 1, batch.next().writer());
    }
  }

  /**
   * Between a node and the others: does what a node would that forgets that no answer is no answer.
   *
   * @param peers the others
   * @param bug what is done wrong
   */
  record PlantedPeers(Peers peers, PlantedBug bug) implements Peers {

    @Override
    public ShardService at(String address) {
      ShardService peer = peers.at(address);
      return bug == PlantedBug.REPEATS_UNANSWERED_APPENDS
              || bug == PlantedBug.BELIEVES_UNANSWERED_ACKS
          ? ShardsBehind.by((method, arguments, request) -> call(peer, method, arguments, request))
          : peer;
    }

    private Object call(
        ShardService peer,
        Method method,
        Object[] arguments,
        Function<ShardService, Object> request) {
      try {
        Object answer = request.apply(peer);
        return bug == PlantedBug.REPEATS_UNANSWERED_APPENDS && method.getName().equals("append")
            ? repeated((CompletableFuture<?>) answer, peer, request)
            : answer;
      } catch (RuntimeException e) {
        if (bug == PlantedBug.BELIEVES_UNANSWERED_ACKS
            && method.getName().equals("settle")
            && mayHaveHappened(e)) {
          return arguments.length == 2 ? done((List<?>) arguments[1]) : done(arguments[2]);
        }
        throw e;
      }
    }

    private static List<ReceiptStatus> done(List<?> claims) {
      return Collections.nCopies(claims.size(), ReceiptStatus.OK);
    }

    private static List<List<ReceiptStatus>> done(Object outcomes) {
      return ((List<?>) outcomes)
          .stream().map(each -> done(((ShardOutcome) each).claims())).toList();
    }

    private static CompletableFuture<Object> repeated(
        CompletableFuture<?> answer, ShardService peer, Function<ShardService, Object> request) {
      return answer
          .thenApply(Object.class::cast)
          .exceptionallyCompose(
              e ->
                  mayHaveHappened(e instanceof CompletionException ? e.getCause() : e)
                      ? repeated((CompletableFuture<?>) request.apply(peer), peer, request)
                      : CompletableFuture.failedFuture(e));
    }

    private static boolean mayHaveHappened(@Nullable Throwable e) {
      return e instanceof PeerException unanswered && unanswered.mayHaveHappened();
    }
  }
}
