package io.messina.peers.call;

import io.messina.api.Nack;
import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.peers.PeerNetwork;
import io.messina.peers.call.Call.GroupPlace;
import io.messina.peers.call.Call.ShardPlace;
import io.messina.runtime.Futures;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.store.Incarnation;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.GroupId;
import io.messina.stream.ScheduledEvent;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamId;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.ClaimRequest;
import io.messina.stream.delivery.DeliveryState;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.delivery.Unfinished;
import io.messina.stream.log.EventRun;
import io.messina.stream.owner.AppendedSpan;
import io.messina.stream.owner.ClaimedFrom;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.DeadEvent;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.GroupAction;
import io.messina.stream.owner.MemberClock;
import io.messina.stream.owner.PeerException;
import io.messina.stream.owner.Shard;
import io.messina.stream.owner.ShardEpoch;
import io.messina.stream.owner.ShardGroup;
import io.messina.stream.owner.ShardGroupStatus;
import io.messina.stream.owner.ShardOutcome;
import io.messina.stream.owner.ShardService;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/**
 * The shards of another node. An interrupt ends a wait at that node, as it does at this one; other
 * calls are finished, and the thread stays interrupted.
 */
public final class RemoteShards implements ShardService {

  /** The most bytes of the events of one request; the rest is for names and a key. */
  private static final int EVENT_BYTES_MAX = PeerNetwork.REQUEST_BYTES_MAX - (64 << 10);

  private static final int QUESTION_BYTES_MAX = 1 << 20;

  /** The time that a node may take to say whether it owns a shard. */
  private static final Duration EPOCH_MAX = Duration.ofSeconds(2);

  /** An outcome with the longest error. */
  private static final int OUTCOME_BYTES = 3 * Nack.ERROR_CHARS_MAX + 64;

  private static final int CLAIM_ID_BYTES = 3 * Long.BYTES;

  private static final int OUTCOMES_BYTES_MAX = PeerNetwork.REQUEST_BYTES_MAX / 2;

  private final String address;
  private final Transport transport;
  private final Duration patience;

  /**
   * The shards of a node.
   *
   * @param address of the node
   * @param transport to it
   * @param patience the time that the node may take to answer, in addition to the wait of the call
   */
  public RemoteShards(String address, Transport transport, Duration patience) {
    this.address = address;
    this.transport = transport;
    this.patience = patience;
  }

  @Override
  public Shard shard(ShardId shard, int epoch) {
    return new RemoteShard(new ShardPlace(shard, epoch));
  }

  @Override
  public int awaitReady(StreamId stream, GroupId group, List<Integer> shards, Duration wait) {
    return await(wait, rest -> new Call.AwaitReady(stream, group, shards, rest));
  }

  @Override
  public ClaimedFrom claim(
      StreamId stream, GroupId group, List<ShardEpoch> shards, ClaimRequest claim) {
    return ask(new Call.ClaimMany(stream, group, shards, claim));
  }

  /** By several requests, where many errors make one too long. */
  @Override
  public List<List<ReceiptStatus>> settle(
      StreamId stream, GroupId group, List<ShardOutcome> outcomes) {
    List<List<ReceiptStatus>> answers = new ArrayList<>();
    List<ShardOutcome> some = new ArrayList<>();
    long bytes = 0;
    for (ShardOutcome outcome : outcomes) {
      long its = OUTCOME_BYTES + (long) outcome.claims().size() * CLAIM_ID_BYTES;
      if (!some.isEmpty() && bytes + its > OUTCOMES_BYTES_MAX) {
        answers.addAll(ask(new Call.SettleMany(stream, group, some)));
        some = new ArrayList<>();
        bytes = 0;
      }
      some.add(outcome);
      bytes += its;
    }
    answers.addAll(ask(new Call.SettleMany(stream, group, some)));
    return answers;
  }

  @Override
  public void leaves(Incarnation member) {
    var _ = ask(new Call.Leaves(member));
  }

  @Override
  public void released(ShardId shard) {
    var _ = ask(new Call.Released(shard));
  }

  @Override
  public MemberClock raiseClock(long timestampMicros) {
    return ask(new Call.RaiseClock(timestampMicros));
  }

  @Override
  public Bytes ask(String engine, Bytes question) {
    if (question.length() > QUESTION_BYTES_MAX) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.TOO_LARGE,
          engine
              + ": a question of "
              + question.length()
              + " bytes to another node (expected: at most "
              + QUESTION_BYTES_MAX
              + ")");
    }
    return ask(new Call.Ask(engine, question));
  }

  private <A> A ask(Call<A> call) {
    return decoded(CallKind.of(call), Futures.join(send(call, Duration.ZERO)));
  }

  /** Asks for an answer that may come later. An interrupted caller is answered without a wait. */
  private <A> A await(Duration wait, Function<Duration, Call<A>> callFor) {
    Call<A> call = callFor.apply(wait);
    CompletableFuture<byte[]> answer = send(call, wait);
    try {
      return decoded(CallKind.of(call), answer.get());
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(address + ": cannot be asked", e.getCause());
    } catch (InterruptedException e) {
      answer.cancel(true);
      try {
        return ask(callFor.apply(Duration.ZERO));
      } finally {
        Thread.currentThread().interrupt();
      }
    }
  }

  private <A> CompletableFuture<byte[]> send(Call<A> call, Duration wait) {
    return sendWithin(call, patience.plus(wait));
  }

  private <A> CompletableFuture<byte[]> sendWithin(Call<A> call, Duration within) {
    CallKind<?, A> kind = CallKind.of(call);
    byte[] request = kind.encode(call);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return transport.ask(kind.weight(), request, within);
        } catch (InterruptedException e) {
          interrupted = true; // nothing was sent
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private <A> A decoded(CallKind<?, A> kind, byte[] answer) {
    try {
      return Answers.decode(answer, kind.answer());
    } catch (IllegalArgumentException e) {
      throw new PeerException(address + ": its answer is not understood: " + e.getMessage(), true);
    } catch (PeerException e) {
      throw new PeerException(address + ": " + e.getMessage(), e.mayHaveHappened());
    }
  }

  private final class RemoteShard implements Shard {

    private final ShardPlace shard;

    private RemoteShard(ShardPlace shard) {
      this.shard = shard;
    }

    /** Waits less than others: requests wait for it. */
    @Override
    public int epoch() {
      Call<Integer> call = new Call.Epoch(shard);
      Duration within = patience.compareTo(EPOCH_MAX) < 0 ? patience : EPOCH_MAX;
      return decoded(CallKind.of(call), Futures.join(sendWithin(call, within)));
    }

    /** If it takes several requests, this waits for all but the last. */
    @Override
    public CompletableFuture<List<AppendedSpan>> append(EventRun events) {
      try {
        List<EventRun> parts = AppendParts.of(shard.shard(), events, EVENT_BYTES_MAX);
        List<AppendedSpan> stored = new ArrayList<>();
        for (EventRun part : parts.subList(0, parts.size() - 1)) {
          stored.addAll(stored(stored, appendPart(part)));
        }
        CompletableFuture<List<AppendedSpan>> last = appendPart(parts.getLast());
        return stored.isEmpty()
            ? last
            : last.handle((_, _) -> joined(stored, stored(stored, last)));
      } catch (RuntimeException e) {
        return CompletableFuture.failedFuture(e);
      }
    }

    private CompletableFuture<List<AppendedSpan>> appendPart(EventRun events) {
      Call<List<AppendedSpan>> call = new Call.Append(shard, events);
      return send(call, Duration.ZERO).thenApply(answer -> decoded(CallKind.of(call), answer));
    }

    /**
     * The spans of a part, once it is stored. If it fails behind others that are, no exception may
     * say that nothing was done.
     */
    private List<AppendedSpan> stored(
        List<AppendedSpan> before, CompletableFuture<List<AppendedSpan>> part) {
      try {
        return Futures.join(part);
      } catch (RuntimeException e) {
        throw before.isEmpty()
            ? e
            : new RequestException.Unknown(
                shard.shard()
                    + ": the append is stored in part, the rest failed: "
                    + e.getMessage());
      }
    }

    private static List<AppendedSpan> joined(List<AppendedSpan> first, List<AppendedSpan> second) {
      List<AppendedSpan> all = new ArrayList<>(first);
      all.addAll(second);
      return all;
    }

    @Override
    public DelayedAddress schedule(Event event, Instant due) {
      return ask(new Call.Schedule(shard, event, due));
    }

    @Override
    public boolean cancel(DelayedAddress id, boolean keyStaysUsed) {
      return ask(new Call.Cancel(shard, id, keyStaysUsed));
    }

    @Override
    public Optional<ScheduledEvent> scheduled(DelayedAddress id) {
      return ask(new Call.Scheduled(shard, id));
    }

    @Override
    public EventPage read(Position from, int max, Duration wait) {
      return await(wait, rest -> new Call.Read(shard, from, max, rest));
    }

    @Override
    public Position find(Instant time) {
      return ask(new Call.Find(shard, time));
    }

    @Override
    public Optional<StoredEvent> event(Position position) {
      return ask(new Call.EventAt(shard, position));
    }

    @Override
    public void begin(GroupId group) {
      var _ = ask(new Call.Begin(new GroupPlace(shard, group)));
    }

    @Override
    public ShardGroup group(GroupId group) {
      return new RemoteGroup(new GroupPlace(shard, group));
    }
  }

  private final class RemoteGroup implements ShardGroup {

    private final GroupPlace group;

    private RemoteGroup(GroupPlace group) {
      this.group = group;
    }

    @Override
    public List<ClaimedEvent> claim(ClaimRequest claim) {
      return ask(new Call.Claim(group, claim));
    }

    @Override
    public List<ReceiptStatus> settle(Outcome outcome, List<ClaimId> claims) {
      return ask(new Call.Settle(group, outcome, claims));
    }

    @Override
    public EventPage read(int max, Duration wait) {
      return await(wait, rest -> new Call.GroupRead(group, max, rest));
    }

    @Override
    public void commit(Commit commit) {
      var _ = ask(new Call.CommitTo(group, commit));
    }

    @Override
    public void command(GroupAction command) {
      var _ = ask(new Call.Command(group, command));
    }

    @Override
    public List<DeadEvent> deadLetters(Position from, int max) {
      return ask(new Call.DeadLetters(group, from, max));
    }

    @Override
    public List<Position> redrive(List<Position> positions) {
      return ask(new Call.Redrive(group, positions));
    }

    @Override
    public List<Position> discard(List<Position> positions) {
      return ask(new Call.Discard(group, positions));
    }

    @Override
    public DeliveryState state(Position position) {
      return ask(new Call.State(group, position));
    }

    @Override
    public List<Unfinished> unfinished(Unfinished.Query query) {
      return ask(new Call.UnfinishedOf(group, query));
    }

    @Override
    public ShardGroupStatus status() {
      return ask(new Call.Status(group));
    }
  }
}
