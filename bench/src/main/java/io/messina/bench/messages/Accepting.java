package io.messina.bench.messages;

import io.messina.api.message.NewMessage;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Callers that hand in messages, page by page, each as soon as the one before is accepted.
 *
 * @param callers how many at a time
 * @param page how many messages a page has
 */
record Accepting(int callers, int page) {

  static final Accepting DEFAULT = new Accepting(4, 500);

  /** Makes a page of messages. */
  @FunctionalInterface
  interface Pages {

    List<NewMessage> page(long from, int count);
  }

  /** Accepts so many. Returns seconds. */
  double run(MessageRig rig, int messages, Pages pages) {
    AtomicLong next = new AtomicLong();
    long began = System.nanoTime();
    CompletableFuture.allOf(
            IntStream.range(0, callers)
                .mapToObj(
                    caller ->
                        CompletableFuture.runAsync(
                            () -> acceptAll(rig, messages, pages, next), this::start))
                .toArray(CompletableFuture<?>[]::new))
        .join();
    return (System.nanoTime() - began) / 1e9;
  }

  private void acceptAll(MessageRig rig, int messages, Pages pages, AtomicLong next) {
    for (long at = next.getAndAdd(page); at < messages; at = next.getAndAdd(page)) {
      rig.accept(pages.page(at, (int) Math.min(page, messages - at)));
    }
  }

  private void start(Runnable task) {
    var _ = Thread.ofPlatform().start(task);
  }
}
