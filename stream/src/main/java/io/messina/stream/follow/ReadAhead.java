package io.messina.stream.follow;

import io.messina.api.Position;
import io.messina.runtime.Context;
import io.messina.runtime.NodeTime.Cancellation;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.OwnGroup;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Reads a shard page by page on a separate thread, one page ahead of the task, and wakes the task:
 * for a page, an answer or a timer. At most three pages are in memory. {@link #poll} and {@link
 * #await} are for the thread of the task only.
 */
public final class ReadAhead implements AutoCloseable {

  private static final Duration WAIT = Duration.ofSeconds(5);
  private static final long NOT_AT_END = Long.MAX_VALUE;
  private static final EventPage NONE = new EventPage(List.of(), Position.START);

  private final Context context;
  private final OwnGroup group;
  private final int pageEvents;
  private final boolean isOfState;
  private final Queue<EventPage> pages = new ConcurrentLinkedQueue<>();
  private final Semaphore room = new Semaphore(1);
  private final Semaphore woken = new Semaphore(0);
  private volatile @Nullable Throwable failure;
  private volatile boolean closed;
  private volatile long end = NOT_AT_END; // behind which no event was found lately
  private volatile long alarmNanos = Long.MAX_VALUE;
  private Cancellation alarm = () -> {}; // of the thread of the task

  /**
   * Pages that are not read yet.
   *
   * @param context of the process
   * @param group to read for
   * @param pageEvents the number of events of a page at most
   * @param isOfState whether the position is that of a state: then a seek of the group changes
   *     nothing, and the end of the shard is known at once. Otherwise a page of another run is the
   *     last one
   */
  public ReadAhead(Context context, OwnGroup group, int pageEvents, boolean isOfState) {
    this.context = context;
    this.group = group;
    this.pageEvents = pageEvents;
    this.isOfState = isOfState;
  }

  /** Begins to read behind a commit. To be called once. */
  public void start(Commit from) {
    context.start(() -> read(from));
  }

  private void read(Commit from) {
    try {
      Commit last = from;
      while (!closed) {
        Duration wait = isOfState && end == NOT_AT_END ? Duration.ZERO : WAIT;
        EventPage page = group.readAfter(last, pageEvents, wait);
        if (!page.run().equals(last.run())) {
          if (!isOfState) {
            hand(page);
            return;
          }
          last = new Commit(last.position(), page.run());
        } else if (page.next().equals(last.position())) {
          end = last.position().packed();
        } else {
          last = page.done();
          hand(page);
        }
      }
    } catch (Throwable e) { // an Error as well, or the task would wait for ever
      failure = e;
      wake();
    }
  }

  private void hand(EventPage page) {
    room.acquireUninterruptibly();
    end = NOT_AT_END;
    pages.add(page);
    wake();
  }

  /** Ends a wait of {@link #await} now, or the next one. */
  public void wake() {
    woken.release();
  }

  /**
   * Takes the next page, without a wait.
   *
   * @return null if none has come
   * @throws RuntimeException if none will come any more
   */
  public @Nullable EventPage poll() {
    EventPage page = pages.poll();
    Throwable failed = failure;
    if (page == null && failed != null) {
      throw failed instanceof RuntimeException known
          ? known
          : new IllegalStateException("events cannot be read: " + failed, failed);
    }
    if (page != null) {
      room.release();
    }
    return page;
  }

  /**
   * Waits until it is woken, as by a page.
   *
   * @param nanos the longest wait; it may be shorter
   */
  public void await(long nanos) {
    long now = context.time().nanoTime();
    if (nanos != Long.MAX_VALUE && now + nanos < alarmNanos) {
      alarm.cancel();
      alarmNanos = now + nanos;
      alarm = context.time().schedule(Duration.ofNanos(nanos), this::ring);
    }
    woken.acquireUninterruptibly();
    woken.drainPermits();
  }

  private void ring() {
    alarmNanos = Long.MAX_VALUE;
    wake();
  }

  /** Returns a page without events, for a task that was woken by something else. */
  public static EventPage none() {
    return NONE;
  }

  /**
   * Returns whether no event was found lately behind a position.
   *
   * @param next the position up to which a state has all
   */
  public boolean isAtEnd(long next) {
    return next >= end;
  }

  /** Ends soon; a read may still be running. */
  @Override
  public void close() {
    closed = true;
    alarm.cancel();
    room.release();
  }
}
