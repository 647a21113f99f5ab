package io.messina.features.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.runtime.ParallelCalls;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class FeedWorkTest {

  @Test
  void many_batches_at_a_time_share_one_bound() {
    FeedWork work = new FeedWork(new ParallelCalls(Thread.ofVirtual().factory(), 64), 5);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Phaser together = new Phaser(5);
    CompletableFuture<?>[] batches =
        Stream.generate(
                () ->
                    CompletableFuture.runAsync(
                        () ->
                            work.each(
                                FeedRoom.events(1, 100),
                                _ -> {
                                  most.accumulateAndGet(running.incrementAndGet(), Math::max);
                                  together.arriveAndAwaitAdvance();
                                  running.decrementAndGet();
                                }),
                        task -> Thread.ofVirtual().start(task)))
            .limit(8)
            .toArray(CompletableFuture[]::new);
    CompletableFuture.allOf(batches).join();
    assertThat(most).hasValue(5);
  }
}
