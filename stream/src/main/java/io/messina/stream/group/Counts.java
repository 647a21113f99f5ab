package io.messina.stream.group;

import io.messina.stream.ConsumerCounts;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what a consumer does. Safe for use by many threads. */
final class Counts {

  final AtomicLong handled = new AtomicLong();
  final AtomicLong failed = new AtomicLong();
  final AtomicLong dropped = new AtomicLong();

  ConsumerCounts read() {
    return new ConsumerCounts(handled.get(), failed.get(), dropped.get());
  }
}
