package io.messina.client.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** FutureAnswers that depend on others. */
public final class FutureAnswers {

  private FutureAnswers() {}

  /** Returns a future that applies a function to another; cancelling it cancels the other. */
  public static <T, R> CompletableFuture<R> map(CompletableFuture<T> first, Function<T, R> next) {
    CompletableFuture<R> mapped = new CompletableFuture<>();
    forward(first, mapped, failure -> {}, value -> complete(mapped, next, value));
    return mapped;
  }

  /** Nothing, once a future is done; cancelling it cancels that as well. */
  public static CompletableFuture<Void> done(CompletableFuture<?> first) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    forward(first, done, failure -> {}, value -> done.complete(null));
    return done;
  }

  /** The same, once its end has been seen, good or bad; cancelling it cancels that as well. */
  public static <T> CompletableFuture<T> seen(
      CompletableFuture<T> first, Consumer<@Nullable Throwable> end) {
    CompletableFuture<T> seen = new CompletableFuture<>();
    forward(first, seen, end, seen::complete);
    return seen;
  }

  private static <T> void forward(
      CompletableFuture<T> first,
      CompletableFuture<?> next,
      Consumer<@Nullable Throwable> end,
      Consumer<T> good) {
    var unusedFirst =
        first.whenComplete(
            (value, failure) -> {
              Throwable cause = failure == null ? null : unwrapped(failure);
              end.accept(cause);
              if (cause != null) {
                next.completeExceptionally(cause);
              } else {
                good.accept(value);
              }
            });
    var unused =
        next.whenComplete(
            (value, failure) -> {
              if (next.isCancelled()) {
                first.cancel(true);
              }
            });
  }

  private static <T, R> void complete(CompletableFuture<R> mapped, Function<T, R> next, T value) {
    try {
      mapped.complete(next.apply(value));
    } catch (RuntimeException e) {
      mapped.completeExceptionally(e);
    }
  }

  public static Throwable unwrapped(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }
}
