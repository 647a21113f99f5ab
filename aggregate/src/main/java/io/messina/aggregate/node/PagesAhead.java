package io.messina.aggregate.node;

import io.messina.runtime.Site;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.OwnGroup;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Reads a shard page by page, on a thread of its own, one page ahead of whoever takes them. Where
 * somebody moves the group, it goes on where it was: what a state has read is nobody else's choice.
 */
final class PagesAhead implements AutoCloseable {

  private static final int PAGE_EVENTS = 10_000;
  private static final int AHEAD = 1;
  private static final long NOT_AT_END = Long.MAX_VALUE;
  private static final Duration WAIT = Duration.ofSeconds(5);

  private final OwnGroup group;
  private final Runnable wake;
  private final Queue<EventPage> pages = new ConcurrentLinkedQueue<>();
  private final Semaphore wanted = new Semaphore(AHEAD);
  private volatile @Nullable Throwable failure;
  private volatile boolean closed;

  /** Behind which there was nothing lately. */
  private volatile long end = NOT_AT_END;

  /**
   * Pages from a position on.
   *
   * @param group to read for
   * @param wake is called when there is a page, or will never be one again
   */
  PagesAhead(OwnGroup group, Runnable wake) {
    this.group = group;
    this.wake = wake;
  }

  void start(Site site, Commit from) {
    site.start(() -> read(from));
  }

  private void read(Commit from) {
    try {
      Commit last = from;
      while (!closed) {
        // The end is to be known at once, also that of a shard without events.
        Duration wait = end == NOT_AT_END ? Duration.ZERO : WAIT;
        EventPage page = group.readAfter(last, PAGE_EVENTS, wait);
        if (!page.run().equals(last.run())) {
          last = new Commit(last.position(), page.run());
        } else if (page.next().equals(last.position())) {
          end = last.position().packed();
        } else {
          last = page.done();
          hand(page);
        }
      }
    } catch (Throwable e) { // an Error as well, or whoever takes pages would wait for ever
      failure = e;
      wake.run();
    }
  }

  private void hand(EventPage page) {
    wanted.acquireUninterruptibly();
    end = NOT_AT_END;
    pages.add(page);
    wake.run();
  }

  /**
   * The next page, if there is one already.
   *
   * @throws RuntimeException if there will be none
   */
  Optional<EventPage> poll() {
    EventPage page = pages.poll();
    Throwable failed = failure;
    if (page == null && failed != null) {
      throw failed instanceof RuntimeException known
          ? known
          : new IllegalStateException("events cannot be read: " + failed, failed);
    }
    if (page != null) {
      wanted.release();
    }
    return Optional.ofNullable(page);
  }

  /**
   * Whether there was nothing to read lately behind a position.
   *
   * @param next up to which a state has all
   */
  boolean isAtEnd(long next) {
    return next >= end;
  }

  /** Ends soon; a read may still be running. */
  @Override
  public void close() {
    closed = true;
    wanted.release();
  }
}
