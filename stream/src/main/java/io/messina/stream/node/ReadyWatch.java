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
  private final Map<Question, CompletableFuture<Void>> asked = new HashMap<>(); // under the lock

  ReadyWatch(Router router, NodeTime time, ThreadFactory threads) {
    this.router = router;
    this.time = time;
    this.threads = threads;
  }

  private record Question(Route route, StreamId stream, GroupId group, List<Integer> shards) {}

  /** Returns once something may be ready, when the time is over, or perhaps sooner. */
  void await(StreamId stream, GroupId group, Reach reach, Duration wait)
      throws InterruptedException {
    CompletableFuture<Void> woken = new CompletableFuture<>();
    reach
        .owners()
        .forEach(
            (route, shards) -> {
              var _ =
                  ask(new Question(route, stream, group, shards))
                      .thenRun(() -> woken.complete(null));
            });
    NodeTime.Cancellation alarm = time.schedule(wait, () -> woken.complete(null));
    try {
      woken.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a wait failed", e);
    } finally {
      alarm.cancel();
    }
  }

  private CompletableFuture<Void> ask(Question question) {
    CompletableFuture<Void> answer = new CompletableFuture<>();
    lock.lock();
    try {
      CompletableFuture<Void> other = asked.putIfAbsent(question, answer);
      if (other != null) {
        return other;
      }
    } finally {
      lock.unlock();
    }
    threads.newThread(() -> ask(question, answer)).start();
    return answer;
  }

  private void ask(Question question, CompletableFuture<Void> answer) {
    long beganNanos = time.nanoTime();
    if (!isReady(question)) {
      rest(NOTHING_MIN.minusNanos(time.nanoTime() - beganNanos));
    }
    lock.lock();
    try {
      asked.remove(question);
    } finally {
      lock.unlock();
    }
    answer.complete(null);
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
