package io.messina.client.group;

import io.messina.client.error.MessinaException;
import io.messina.client.internal.Blocking;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Claims events of a group and gives each to a handler, on as many threads as its options say. Safe
 * for use by many threads.
 *
 * <p>It extends the leases of the events that it holds in the background, and begins no event whose
 * lease is about to end. If the handler throws, the event is returned with the exception's text. A
 * suspect event is handled alone, with nothing else held.
 *
 * <p>Acknowledgements gather while a request with others is under way, and are sent with the next
 * claim if one is due. If the server refuses one, for example because of an output to a stream that
 * does not exist, that event is returned with the reason.
 *
 * <p>Requests that fail are tried again for as long as the worker runs. It ends by itself only if
 * the group does not exist or refuses it, or if a single event is larger than the client accepts.
 *
 * <p>A handler that takes longer than {@link WorkerOptions#handlingMax} is interrupted, and its
 * event is returned. If the handler continues nevertheless, nothing is claimed for its thread until
 * it ends. The client's {@link ClientMetrics} hear of all this.
 */
public final class ClaimWorker implements AutoCloseable {

  private final WorkerLoop loop;

  private ClaimWorker(WorkerLoop loop) {
    this.loop = loop;
  }

  /**
   * Starts a worker with its platform threads, which keep the process alive until it is stopped.
   *
   * @param group whose events
   * @param options how it claims
   * @param handler processes the events
   * @return a worker that runs
   */
  public static ClaimWorker start(GroupClient group, WorkerOptions options, EventHandler handler) {
    ThreadPoolExecutor threads = threads(options);
    ClaimWorker worker = start(group, options, handler, threads);
    var unused = worker.ended().whenComplete((end, failure) -> threads.shutdown());
    return worker;
  }

  /**
   * Starts a worker whose handler runs on the caller's threads.
   *
   * @param group whose events
   * @param options how it claims
   * @param handler processes the events
   * @param executor as of virtual threads, on Java 21 and newer; it stays open when the worker is
   *     closed
   * @return a worker that runs
   */
  public static ClaimWorker start(
      GroupClient group, WorkerOptions options, EventHandler handler, Executor executor) {
    WorkerLoop loop = new WorkerLoop(group, options, handler, executor);
    loop.start();
    return new ClaimWorker(loop);
  }

  private static ThreadPoolExecutor threads(WorkerOptions options) {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            options.concurrency(),
            options.concurrency(),
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> new Thread(task, options.name() + "-" + number.incrementAndGet()));
    int unused = threads.prestartAllCoreThreads();
    return threads;
  }

  /**
   * Claims nothing more, at once returns the events that no handler has begun, waits for the
   * handlers that run, and acknowledges their events. Repeating it changes nothing.
   *
   * @return {@link #ended}
   */
  public CompletableFuture<Void> stop() {
    loop.stop();
    return ended();
  }

  /**
   * Whether it runs.
   *
   * @return done once it has stopped; fails with {@link MessinaException.NotFound} or {@link
   *     MessinaException.Refused} if the group does not exist or refuses it
   */
  public CompletableFuture<Void> ended() {
    return loop.ended().copy();
  }

  /**
   * Stops, and waits for the end.
   *
   * @throws MessinaException as {@link #ended} says, or {@link MessinaException.Unknown} if this
   *     thread is interrupted, which stays so; the worker then stops later
   */
  @Override
  public void close() {
    var unused = Blocking.await(stop());
  }

  /**
   * Stops, and waits for the end, but not for ever: then it interrupts the handlers that still run
   * and gives their events back as failed attempts, as when a handler takes longer than {@link
   * WorkerOptions#handlingMax}. It ends once they have ended and the server has heard of all
   * events, and 5 s later at the latest; an event of which the server has not heard by then is
   * handed out again when its lease is over.
   *
   * @param longest how long to wait for the handlers
   * @return whether all of them ended in time, be the server told of it or not
   * @throws MessinaException as {@link #close()}
   */
  public boolean close(Duration longest) {
    AtomicBoolean late = new AtomicBoolean();
    Runnable timer = loop.abandonAfter(longest, () -> late.set(true));
    close();
    timer.run();
    return !late.get();
  }
}
