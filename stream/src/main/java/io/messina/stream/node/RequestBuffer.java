package io.messina.stream.node;

import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.Mutex;
import io.messina.runtime.NodeTime;
import io.messina.runtime.NodeTime.Cancellation;
import io.messina.runtime.RequestException;
import io.messina.stream.ShardId;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnShards;
import io.messina.stream.owner.OwnerAddress;
import io.messina.stream.owner.PeerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds requests to shards that have no reachable owner. All that wait for the same shard stand in
 * one line, which searches the owner for them; once it is found, they are sent in the order in
 * which they came. Requests that an owner refuses for another reason are not held. Safe for use by
 * many threads.
 */
final class RequestBuffer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RequestBuffer.class);

  private static final ExponentialBackoff SEARCH_PAUSE =
      new ExponentialBackoff(Duration.ofMillis(20), Duration.ofMillis(250), 0.5);

  /** How many bytes of a line are sent before some of them are answered; one request at least. */
  private static final long SENT_BYTES_MAX = 4L << 20;

  private final Router router;
  private final NodeTime time;
  private final RandomGenerator random;
  private final HeldBytes held;
  private final Duration most;
  private final Cancellation unwatch;
  private final Mutex lock = new Mutex();
  private final Map<ShardId, Line> lines = new LinkedHashMap<>(); // under the lock, with all in it
  private long came; // under the lock

  /**
   * @param random for the jitter of searches
   * @param held counts the bytes of all held requests
   * @param most how long a request waits, from its arrival
   */
  RequestBuffer(
      Router router,
      OwnShards own,
      NodeTime time,
      RandomGenerator random,
      HeldBytes held,
      Duration most) {
    this.router = router;
    this.time = time;
    this.random = random;
    this.held = held;
    this.most = most;
    this.unwatch = own.onOwned(this::ownedChanged);
  }

  /** What becomes of a held request: one of both is called, by any thread; neither may block. */
  interface Turn {

    /** Send it; without an owner, the shard may only be read here. */
    void send(Optional<OwnerAddress> owner);

    /** Send it no more. */
    void end(RuntimeException failure);
  }

  private static final Turn NEVER =
      new Turn() {
        @Override
        public void send(Optional<OwnerAddress> owner) {}

        @Override
        public void end(RuntimeException failure) {}
      };

  Duration most() {
    return most;
  }

  long nanoTime() {
    return time.nanoTime();
  }

  /** The time that is left to a request of an earlier moment; at least zero. */
  Duration mostSince(long beganNanos) {
    Duration left = most.minusNanos(time.nanoTime() - beganNanos);
    return left.isNegative() ? Duration.ZERO : left;
  }

  /**
   * A request that begins now.
   *
   * @param bytes that count while it is held
   * @param atMost how long it may be held, from now
   */
  Request request(ShardId shard, Retry retry, long bytes, Duration atMost) {
    return new Request(shard, retry, bytes, time.nanoTime() + atMost.toNanos());
  }

  @Override
  public void close() {
    unwatch.cancel();
  }

  private boolean isAwaited(ShardId shard) {
    try (var _ = lock.hold()) {
      return lines.containsKey(shard);
    }
  }

  private void ownedChanged() {
    locked(
        later ->
            List.copyOf(lines.values()).stream()
                .filter(line -> router.isOwned(line.shard))
                .forEach(line -> line.flow(Optional.of(router.here()), later)));
  }

  /** Runs a step under the lock, and then what it has left to do without the lock. */
  private void locked(Consumer<Later> step) {
    Later later = new Later(new ArrayList<>());
    try (var _ = lock.hold()) {
      step.accept(later);
    }
    later.tasks.forEach(Runnable::run);
  }

  private record Later(List<Runnable> tasks) {
    void add(Runnable task) {
      tasks.add(task);
    }
  }

  /**
   * One request to one shard, which may be sent several times. After {@link #failed} it is held
   * until its turn comes. For one thread at a time.
   */
  final class Request implements AutoCloseable {

    private final ShardId shard;
    private final Retry retry;
    private final long bytes;
    private final long untilNanos;
    private boolean inDoubt;
    private boolean holds;
    private @Nullable Line line; // under the lock, with the rest
    private Turn turn = NEVER;
    private long number;
    private boolean isSent;

    private Request(ShardId shard, Retry retry, long bytes, long untilNanos) {
      this.shard = shard;
      this.retry = retry;
      this.bytes = bytes;
      this.untilNanos = untilNanos;
    }

    /**
     * Holds the request without an attempt, if others wait for the shard already.
     *
     * @return whether it is held
     * @throws RequestException.Overloaded if too much is held
     */
    boolean standsBehindOthers(Turn next) {
      boolean behind = !router.isOwned(shard) && isAwaited(shard);
      if (behind) {
        stand(next, false, Optional.empty());
      }
      return behind;
    }

    /**
     * Holds the request after a failed attempt. Throws the final answer if there must not be
     * another one.
     *
     * @param owner who was asked; empty for this node
     */
    void failed(Optional<OwnerAddress> owner, RuntimeException failure, Turn next) {
      owner.ifPresent(asked -> router.failed(shard, asked, failure));
      if (!isPassing(failure)) {
        throw ended(failure);
      }
      if (inDoubt && retry == Retry.UNSAFE) {
        throw unknown();
      }
      Optional<String> unreached =
          failure instanceof PeerException
              ? owner.map(OwnerAddress::address).filter(router::isLiving)
              : Optional.empty();
      if (isOver()) {
        throw overdue(unreached);
      }
      stand(next, true, unreached);
    }

    /** The answer to a caller that was interrupted while it waited. */
    RequestException interrupted() {
      return inDoubt
          ? unknown()
          : new RequestException.Unavailable(shard + ": interrupted while no owner answered");
    }

    /** It has ended. */
    @Override
    public void close() {
      if (!holds) {
        return;
      }
      locked(
          later -> {
            if (line != null) {
              line.end(this, later);
            }
          });
      holds = false;
      held.remove(bytes);
    }

    private void stand(Turn next, boolean hasFailed, Optional<String> unreached) {
      if (!holds && !held.add(bytes)) {
        throw ended(
            new RequestException.Overloaded(
                shard + ": no owner, and too much waits for others already"));
      }
      boolean isNew = !holds;
      holds = true;
      locked(
          later -> {
            number = isNew ? came++ : number;
            turn = next;
            lines.computeIfAbsent(shard, Line::new).stand(this, hasFailed, unreached, later);
          });
    }

    private RuntimeException overdue(Optional<String> unreached) {
      return ended(
          unreached
              .<RequestException>map(
                  owner ->
                      new RequestException.OwnerUnreachable(
                          "%s: %s does not reach the owner %s (expected: a connection, both live)"
                              .formatted(shard, router.here().address(), owner)))
              .orElseGet(() -> new RequestException.Unavailable(shard + ": no owner answers")));
    }

    private boolean isOver() {
      return time.nanoTime() - untilNanos >= 0;
    }

    private boolean isPassing(RuntimeException failure) {
      if (failure instanceof PeerException e) {
        inDoubt |= e.mayHaveHappened() && retry != Retry.READ;
        return true;
      }
      if (failure instanceof RequestException.Unknown) {
        inDoubt |= retry != Retry.READ;
        return retry != Retry.UNSAFE;
      }
      return failure instanceof NotOwnerException;
    }

    /** If an earlier attempt may have done it, the answer must not say that nothing was done. */
    private RuntimeException ended(RuntimeException failure) {
      boolean saysNothingWasDone =
          failure instanceof RequestException.Unavailable
              || failure instanceof RequestException.Overloaded;
      return inDoubt && saysNothingWasDone ? unknown() : failure;
    }

    private RequestException unknown() {
      return new RequestException.Unknown(
          shard
              + ": no answer, it may be done or not (send it again, appends with an idempotency"
              + " key)");
    }
  }

  /** The requests that wait for the owner of one shard, and those that were sent to it. */
  private final class Line {

    private final ShardId shard;
    private final NavigableMap<Long, Request> waiting = new TreeMap<>();
    private int sent; // requests that have left the line and have not ended
    private long sentBytes;
    private boolean flows; // whether the owner is known, and requests are sent
    private Optional<OwnerAddress> owner = Optional.empty();
    private Optional<String> unreachable = Optional.empty();
    private int searches; // since a request was served
    private boolean searching;
    private @Nullable Cancellation pause; // before the next search
    private Cancellation alarm = () -> {}; // for the first request whose time is over
    private long alarmNanos;

    private Line(ShardId shard) {
      this.shard = shard;
    }

    /** A request that was sent comes back to its old place. */
    void stand(Request request, boolean hasFailed, Optional<String> unreached, Later later) {
      request.line = this;
      leaveSent(request);
      setAlarm(request.untilNanos);
      waiting.put(request.number, request);
      flows &= !hasFailed;
      unreachable = unreached.or(() -> unreachable);
      goOn(later);
    }

    /** A request has ended. */
    void end(Request request, Later later) {
      searches = request.isSent ? 0 : searches;
      leaveSent(request);
      waiting.remove(request.number);
      request.line = null;
      goOn(later);
    }

    void flow(Optional<OwnerAddress> found, Later later) {
      flows = true;
      owner = found;
      unreachable = Optional.empty();
      goOn(later);
    }

    private void leaveSent(Request request) {
      if (request.isSent) {
        request.isSent = false;
        sent--;
        sentBytes -= request.bytes;
      }
    }

    private void goOn(Later later) {
      while (flows && !waiting.isEmpty() && (sent == 0 || sentBytes < SENT_BYTES_MAX)) {
        Request next = waiting.pollFirstEntry().getValue();
        next.isSent = true;
        sent++;
        sentBytes += next.bytes;
        Optional<OwnerAddress> to = owner;
        Turn turn = next.turn;
        later.add(() -> turn.send(to));
      }
      if (waiting.isEmpty()) {
        endPause();
        alarm.cancel();
        if (sent == 0 && !searching) {
          lines.remove(shard, this);
        }
      } else if (!flows && !searching && pause == null) {
        boolean isNew = searches == 0 && router.known(shard).isPresent();
        Duration wait = isNew ? Duration.ZERO : SEARCH_PAUSE.after(searches + 1, random);
        pause = time.schedule(wait, this::search);
      }
    }

    private void endPause() {
      if (pause != null) {
        pause.cancel();
        pause = null;
      }
    }

    private void search() {
      if (!begins()) {
        return;
      }
      Router.Found found = searched();
      boolean readable = found.owner().isEmpty() && router.isReadable(shard);
      locked(
          later -> {
            searching = false;
            if (!flows && (found.owner().isPresent() || readable)) {
              flow(found.owner(), later);
            } else {
              unreachable = found.unreachable();
              goOn(later);
            }
          });
    }

    private boolean begins() {
      try (var _ = lock.hold()) {
        pause = null;
        searching = !flows && !waiting.isEmpty();
        searches++;
        return searching;
      }
    }

    private Router.Found searched() {
      try {
        return router.search(shard);
      } catch (RuntimeException e) {
        LOG.warn("{}: its owner cannot be searched", shard, e);
        return Router.Found.NOBODY;
      }
    }

    private void setAlarm(long untilNanos) {
      if (waiting.isEmpty() || untilNanos - alarmNanos < 0) {
        alarm.cancel();
        alarmNanos = untilNanos;
        Duration rest = Duration.ofNanos(Math.max(0, untilNanos - time.nanoTime()));
        alarm = time.schedule(rest, () -> locked(this::endOverdue));
      }
    }

    private void endOverdue(Later later) {
      List<Request> all = List.copyOf(waiting.values());
      waiting.clear();
      for (Request request : all) {
        if (request.isOver()) {
          Optional<String> unreached = unreachable;
          Turn turn = request.turn;
          request.line = null;
          later.add(() -> turn.end(request.overdue(unreached)));
        } else {
          setAlarm(request.untilNanos);
          waiting.put(request.number, request);
        }
      }
      goOn(later);
    }
  }
}
