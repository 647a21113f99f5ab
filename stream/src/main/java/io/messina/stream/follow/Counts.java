package io.messina.stream.follow;

import io.messina.stream.ConsumerCounts;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what a consumer does. Safe for use by many threads. */
public final class Counts {

  private final AtomicLong handled = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();

  /** Some events were handled. */
  public void handled(long events) {
    handled.addAndGet(events);
  }

  /** An attempt has failed. */
  public void failed() {
    failed.incrementAndGet();
  }

  /** The group did not get the outcome of some attempts. */
  public void dropped(long events) {
    dropped.addAndGet(events);
  }

  /** What was counted so far. */
  public ConsumerCounts read() {
    return new ConsumerCounts(handled.get(), failed.get(), dropped.get());
  }
}
