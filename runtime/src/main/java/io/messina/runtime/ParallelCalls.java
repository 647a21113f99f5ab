package io.messina.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Calls a function for each of many, several at the same time.
 *
 * @param threads makes the threads that help the caller's
 * @param most how many calls at a time
 */
public record ParallelCalls(ThreadFactory threads, int most) {

  /**
   * Calls the function for each. The caller's thread does its share.
   *
   * @param all the arguments; at least one
   * @param action the function, safe for use by many threads
   * @param <A> the type of the arguments
   * @param <B> the type of the results
   * @return the results in the order of the arguments, once all are complete
   * @throws RuntimeException the first one that a call threw, once all have ended
   */
  public <A, B> List<B> each(List<A> all, Function<A, B> action) {
    if (all.size() == 1) {
      return List.of(action.apply(all.get(0)));
    }
    List<Optional<B>> results =
        Collections.synchronizedList(
            new ArrayList<>(Collections.nCopies(all.size(), Optional.<B>empty())));
    AtomicInteger next = new AtomicInteger();
    AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    Runnable work =
        () -> {
          for (int i = next.getAndIncrement(); i < all.size(); i = next.getAndIncrement()) {
            try {
              results.set(i, Optional.of(action.apply(all.get(i))));
            } catch (RuntimeException e) {
              failure.compareAndSet(null, e);
            }
          }
        };
    run(work, Math.min(all.size(), most));
    RuntimeException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
    return results.stream().map(Optional::orElseThrow).toList();
  }

  private void run(Runnable work, int count) {
    CompletableFuture<?>[] helped = new CompletableFuture<?>[Math.max(0, count - 1)];
    Arrays.setAll(helped, helper -> CompletableFuture.runAsync(work, this::start));
    work.run();
    CompletableFuture.allOf(helped).join();
  }

  private void start(Runnable task) {
    threads.newThread(task).start();
  }
}
