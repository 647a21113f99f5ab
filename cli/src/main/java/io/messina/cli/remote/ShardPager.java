package io.messina.cli.remote;

import io.messina.api.ReadStart;
import io.messina.client.error.MessinaException;
import io.messina.client.stream.ReadEvents;
import io.messina.client.stream.StreamClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Reads shards, by positions: a request that failed is sent again without losing its place. */
final class ShardPager {

  private static final int PAGE = 500;
  private static final Duration WAIT = Duration.ofSeconds(20);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final StreamClient stream;
  private final EventLines lines;

  ShardPager(StreamClient stream, EventLines lines) {
    this.stream = stream;
    this.lines = lines;
  }

  /** Reads to the present end of a shard. */
  void read(int shard, ReadStart from) {
    ReadStart next = from;
    while (!lines.isEnough()) {
      ReadEvents read = stream.read(shard, next, PAGE, Duration.ZERO);
      lines.print(read.events());
      if (read.events().isEmpty()) {
        return;
      }
      next = ReadStart.at(read.next());
    }
  }

  /** Reads shards until it is enough; the first failure ends it. */
  void follow(List<Integer> shards, ReadStart from) {
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    try {
      ExecutorCompletionService<Boolean> ended = new ExecutorCompletionService<>(threads);
      shards.forEach(shard -> ended.submit(() -> follow(shard, from)));
      ended.take().get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      threads.shutdownNow();
    }
  }

  private boolean follow(int shard, ReadStart from) throws InterruptedException {
    ReadEvents read = stream.read(shard, from, PAGE, Duration.ZERO);
    lines.print(read.events());
    while (!lines.isEnough()) {
      read = patient(shard, ReadStart.at(read.next()));
      lines.print(read.events());
    }
    return true;
  }

  /** The place is known, so that a server that was away for however long costs no event. */
  private ReadEvents patient(int shard, ReadStart place) throws InterruptedException {
    while (true) {
      try {
        return stream.read(shard, place, PAGE, WAIT);
      } catch (MessinaException e) {
        if (!e.retryable()) {
          throw e;
        }
        Thread.sleep(PAUSE);
      }
    }
  }
}
