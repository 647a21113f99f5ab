package io.messina.stream.node;

import io.messina.runtime.Context;
import io.messina.runtime.Futures;
import io.messina.runtime.RequestException;
import io.messina.runtime.RequestException.MembersUnreachable;
import io.messina.runtime.SingleFlight;
import io.messina.store.HybridClock;
import io.messina.store.Incarnation;
import io.messina.stream.owner.MemberClock;
import io.messina.stream.owner.PeerException;
import io.messina.stream.owner.Peers;
import io.messina.stream.ownership.Members;
import io.messina.stream.ownership.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Write timestamps for rows that any member of a cluster adds and removes, so that the order of a
 * removal and of an add elsewhere is that of their requests, whatever the clocks of the members
 * show.
 *
 * <p>A removal raises the clocks of all members before it is answered: adds that were answered
 * before it began have smaller timestamps, adds that begin after its answer larger ones. All
 * removals that wait share one round, which asks each living member once, or twice where the clock
 * of another one is ahead. An add costs nothing. A new member asks all others for their clocks
 * before its first add or removal, once all of them know it.
 *
 * <p>Safe for use by many threads; methods block.
 */
public final class MemberClocks {

  private static final Logger LOG = LoggerFactory.getLogger(MemberClocks.class);

  /** The time in which a member must answer, or the round has failed. */
  private static final Duration ANSWER_MAX = Duration.ofSeconds(1);

  /** A round is tried again after this, until the patience ends. */
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final HybridClock clock;
  private final Members members;
  private final Peers peers;
  private final Context context;
  private final Duration patience;
  private final SingleFlight<Task, Long> rounds = new SingleFlight<>();

  /** The incarnation of this process that has the clocks of all others. */
  private volatile Optional<Incarnation> joined = Optional.empty();

  private volatile boolean left;

  private enum Task {
    JOIN,
    RAISE
  }

  /**
   * The clocks of a cluster.
   *
   * @param clock of this process
   * @param patience how long a call waits for members that do not answer: a lease, after which
   *     those that have died are no members any more, and a little more
   */
  public MemberClocks(
      HybridClock clock, Members members, Peers peers, Context context, Duration patience) {
    this.clock = clock;
    this.members = members;
    this.peers = peers;
    this.context = context;
    this.patience = patience;
  }

  /**
   * Returns a timestamp for an add: above all earlier ones of this process, and above those of all
   * removals that were answered anywhere before this call. Costs nothing, unless this process has
   * left the others: then it takes part in a round, as a removal does.
   *
   * @throws MembersUnreachable if this process has not become a member yet, or not again
   */
  public long next() {
    awaitJoined();
    long timestamp = clock.next();
    return left ? patiently(Task.RAISE, this::raise) : timestamp;
  }

  /**
   * Returns a timestamp for a removal: above those of all adds and removals that were answered
   * anywhere before this call, and below those that begin anywhere after it.
   *
   * @throws MembersUnreachable if a living member does not answer within a lease
   */
  public long aboveAll() {
    awaitJoined();
    // Before the look at the members: one that is not seen asks for this clock afterwards.
    long timestamp = clock.next();
    boolean isAlone = members.living().equals(List.of(members.here())) && hasJoined();
    return isAlone ? timestamp : patiently(Task.RAISE, this::raise);
  }

  /**
   * Makes sure that all further timestamps of this process, and all removals anywhere, are above
   * one from outside.
   *
   * @throws IllegalArgumentException as {@link HybridClock#observe} does
   */
  public void observe(long timestampMicros) {
    clock.observe(timestampMicros);
  }

  /**
   * Answers another member.
   *
   * @param timestampMicros all timestamps that this clock gives out after this call are larger
   */
  public MemberClock answer(long timestampMicros) {
    // Before the clock is read: a removal here that does not see a new member in time has raised
    // this clock by then.
    List<NodeId> living = members.living();
    NodeId here = members.here();
    long before = clock.next();
    clock.observe(timestampMicros);
    return new MemberClock(here, before, living);
  }

  /**
   * Tells the others how far this clock is, before this member leaves them; they do not ask it any
   * more then.
   */
  void leave() {
    if (hasJoined()) {
      left = true; // timestamps that were given out before are below the round that follows
      try {
        var _ = raise();
      } catch (PeerException | RequestException e) {
        LOG.debug("The clock of {} was not told to all", members.here(), e);
      }
    }
  }

  private void awaitJoined() {
    if (!left && !hasJoined()) {
      var _ = patiently(Task.JOIN, this::join);
    }
  }

  private boolean hasJoined() {
    return joined.filter(members.here().incarnation()::equals).isPresent() && members.isMember();
  }

  /** Takes part in a round, and in another one if that fails. */
  private long patiently(Task task, Supplier<Long> round) {
    long untilNanos = context.time().nanoTime() + patience.toNanos();
    while (true) {
      try {
        return rounds.read(task, round);
      } catch (PeerException | RequestException e) {
        if (context.time().nanoTime() - untilNanos >= 0) {
          throw new MembersUnreachable(members.here() + ": " + e.getMessage());
        }
        sleep();
      }
    }
  }

  private void sleep() {
    try {
      context.time().sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MembersUnreachable(members.here() + ": interrupted while a member did not answer");
    }
  }

  private long raise() {
    NodeId here = members.here();
    long raised = clock.next();
    long largest = largest(askAll(raised));
    if (largest >= raised) {
      raised = largest + 1;
      clock.observe(raised);
      // Those that are members now: a new one may have asked for this clock before.
      var _ = askAll(raised);
    }
    if (!left && (!hasJoined() || !members.here().equals(here))) {
      throw new RequestException.Unavailable("no member any more");
    }
    return raised;
  }

  /** All others must know this process, so that their next removals ask it. */
  private long join() {
    NodeId here = members.here();
    if (!members.isAware()) {
      throw new RequestException.Unavailable("no member yet");
    }
    List<MemberClock> clocks = askAll(0);
    for (MemberClock other : clocks) {
      if (!other.living().contains(here)) {
        throw new RequestException.Unavailable(other.member() + " does not know it yet");
      }
    }
    clock.observe(largest(clocks));
    joined = Optional.of(here.incarnation());
    return 0;
  }

  private static long largest(List<MemberClock> clocks) {
    return clocks.stream().mapToLong(MemberClock::timestampMicros).max().orElse(0);
  }

  /** The clocks of all others that this member knows, and of those that these know. */
  private List<MemberClock> askAll(long timestampMicros) {
    Set<NodeId> known = new HashSet<>(Set.of(members.here()));
    List<MemberClock> clocks = new ArrayList<>();
    List<NodeId> unasked =
        (left ? members.read() : members.living()).stream().filter(known::add).toList();
    while (!unasked.isEmpty()) {
      List<MemberClock> answers = ask(unasked, timestampMicros);
      clocks.addAll(answers);
      unasked =
          answers.stream().flatMap(answer -> answer.living().stream()).filter(known::add).toList();
    }
    return clocks;
  }

  /** All at once. */
  private List<MemberClock> ask(List<NodeId> others, long timestampMicros) {
    List<CompletableFuture<MemberClock>> answers = new ArrayList<>();
    for (NodeId other : others) {
      CompletableFuture<MemberClock> answer = new CompletableFuture<>();
      answers.add(answer);
      context.start(() -> complete(answer, other, timestampMicros));
    }
    var deadline = context.time().schedule(ANSWER_MAX, () -> answers.forEach(MemberClocks::late));
    try {
      return answers.stream().map(Futures::join).toList();
    } finally {
      deadline.cancel();
    }
  }

  private void complete(CompletableFuture<MemberClock> answer, NodeId other, long timestampMicros) {
    try {
      MemberClock clock = peers.at(other.address()).raiseClock(timestampMicros);
      if (clock.member().equals(other)) {
        answer.complete(clock);
      } else {
        answer.completeExceptionally(new PeerException(other + ": has begun again", false));
      }
    } catch (RuntimeException | Error e) {
      answer.completeExceptionally(
          new PeerException(other + ": did not tell its clock: " + e.getMessage(), false));
    }
  }

  private static void late(CompletableFuture<MemberClock> answer) {
    answer.completeExceptionally(new PeerException("a member did not tell its clock", false));
  }
}
