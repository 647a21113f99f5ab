package io.messina.stream.owner;

import io.messina.runtime.RequestException;
import io.messina.store.StoreException;
import io.messina.stream.StoredEvent;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a reader that works by itself going whatever is in an event. What is thrown while one event
 * is handled is taken for a fault of that event: it is counted and logged, and the reader goes on
 * behind it. Only what would fail for any other event as well passes through: a store, an owner or
 * a stream that cannot be asked now, and a process without memory.
 *
 * <p>Safe for use by many threads.
 */
public final class EventGuard {

  private static final Logger LOG = LoggerFactory.getLogger(EventGuard.class);

  private final String reader;
  private final AtomicLong skipped = new AtomicLong();
  private volatile @Nullable String trouble;

  /**
   * A guard that has skipped nothing.
   *
   * @param reader what reads, for people
   */
  public EventGuard(String reader) {
    this.reader = reader;
  }

  /**
   * Handles an event.
   *
   * @param event which
   * @param action what is done with it; to change nothing where it throws
   * @return whether it was done; otherwise the event is skipped
   */
  public boolean handle(StoredEvent event, Runnable action) {
    return read(
            event,
            () -> {
              action.run();
              return true;
            })
        .isPresent();
  }

  /**
   * Makes something of an event.
   *
   * @param event which
   * @param action makes it, and changes nothing where it throws
   * @param <T> what is made
   * @return empty if the event is skipped
   */
  public <T> Optional<T> read(StoredEvent event, Supplier<T> action) {
    try {
      return Optional.of(action.get());
    } catch (Throwable failure) {
      if (!isOfEvent(failure)) {
        throw failure;
      }
      skip(event, failure);
      return Optional.empty();
    }
  }

  /**
   * Handles several events in one go, and one by one once a fault of any of them has stopped that.
   *
   * @param together handles all
   * @param singly handles each, and skips the one with the fault
   * @param <T> the result
   */
  public static <T> T together(Supplier<T> together, Supplier<T> singly) {
    try {
      return together.get();
    } catch (Throwable failure) {
      if (!isOfEvent(failure)) {
        throw failure;
      }
      return singly.get();
    }
  }

  /**
   * An event is skipped.
   *
   * @param event which
   * @param failure what was thrown for it
   */
  public void skip(StoredEvent event, Throwable failure) {
    skipped.incrementAndGet();
    String found = "event %s was skipped: %s".formatted(event.id(), failure);
    trouble = found;
    LOG.warn("{}: {}", reader, found, failure);
  }

  /**
   * Whether something that was thrown tells of the event, rather than of the process or of what it
   * asks.
   *
   * @param failure what was thrown
   */
  public static boolean isOfEvent(Throwable failure) {
    return !(failure instanceof StoreException
        || failure instanceof RequestException
        || failure instanceof NotOwnerException
        || failure instanceof PeerException
        || failure instanceof InterruptedException
        || (failure instanceof VirtualMachineError && !(failure instanceof StackOverflowError)));
  }

  /** How many events were skipped since this was made. */
  public long skipped() {
    return skipped.get();
  }

  /** Which event was skipped last, and why; for people. */
  public Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }
}
