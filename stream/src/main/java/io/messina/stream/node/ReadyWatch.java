package io.messina.stream.node;

import io.messina.stream.GroupId;
import io.messina.stream.NodeTime;
import io.messina.stream.ShardId;
import io.messina.stream.StreamException;
import io.messina.stream.StreamId;
import io.messina.stream.peer.NotOwnerException;
import io.messina.stream.peer.PeerException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits at owners until one of them has something. An owner is asked once, for 5 s, for all who
 * wait for the same; who is not interested any more just leaves. So at most one question per owner,
 * group and set of shards is under way. Safe for use by many threads.
 */
final class ReadyWatch {

  private static final Logger LOG = LoggerFactory.getLogger(ReadyWatch.class);
  private static final Duration WAIT = Duration.ofSeconds(5);

  /** Who says at once that there is nothing is not asked again at once. */
  private static final Duration NOTHING_MIN = Duration.ofMillis(500);

  private final Router router;
  private final NodeTime time;
  private final ThreadFactory threads;
  private final Lock lock = new ReentrantLock();
  private final Map<Question, CompletableFuture<Boolean>> asked = new HashMap<>(); // under the lock

  ReadyWatch(Router router, NodeTime time, ThreadFactory threads) {
    this.router = router;
    this.time = time;
    this.threads = threads;
  }

  private record Question(Route route, StreamId stream, GroupId group, List<Integer> shards) {}

  /**
   * Returns true when the caller should ask for events: something may be ready, an owner may have
   * changed, or there is nothing and the caller is the one of many who makes sure. False for the
   * others, and when the time is over.
   */
  boolean await(StreamId stream, GroupId group, Reach reach, Duration wait)
      throws InterruptedException {
    CompletableFuture<Boolean> woken = new CompletableFuture<>();
    reach
        .owners()
        .forEach(
            (route, shards) -> {
              var _ = ask(new Question(route, stream, group, shards)).thenAccept(woken::complete);
            });
    NodeTime.Cancellation alarm = time.schedule(wait, () -> woken.complete(false));
    try {
      return woken.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a wait failed", e);
    } finally {
      alarm.cancel();
    }
  }

  private CompletableFuture<Boolean> ask(Question question) {
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    lock.lock();
    try {
      CompletableFuture<Boolean> other = asked.putIfAbsent(question, answer);
      if (other != null) {
        return other;
      }
    } finally {
      lock.unlock();
    }
    threads.newThread(() -> ask(question, answer)).start();
    return answer.thenApply(_ -> true);
  }

  private void ask(Question question, CompletableFuture<Boolean> answer) {
    long beganNanos = time.nanoTime();
    boolean isReady = isReady(question);
    Duration took = Duration.ofNanos(time.nanoTime() - beganNanos);
    if (!isReady) {
      rest(NOTHING_MIN.minus(took));
    }
    lock.lock();
    try {
      asked.remove(question);
    } finally {
      lock.unlock();
    }
    answer.complete(isReady || took.compareTo(WAIT) < 0);
  }

  private boolean isReady(Question question) {
    try {
      return router
          .service(question.route())
          .awaitReady(question.stream(), question.group(), question.shards(), WAIT);
    } catch (PeerException e) {
      question.shards().stream()
          .map(shard -> new ShardId(question.stream(), shard))
          .forEach(shard -> router.forget(shard, question.route()));
    } catch (NotOwnerException | StreamException e) {
      // There is nothing to wait for now.
    } catch (RuntimeException e) {
      LOG.warn("{}: cannot be waited for at {}", question.group(), question.route(), e);
    }
    return false;
  }

  private void rest(Duration rest) {
    try {
      if (rest.isPositive()) {
        time.sleep(rest);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
