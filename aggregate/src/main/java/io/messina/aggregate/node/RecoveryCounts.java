package io.messina.aggregate.node;

import java.util.concurrent.atomic.AtomicLong;

/** The losses and repairs of a shard since the process began. Safe for use by many threads. */
final class RecoveryCounts {

  final AtomicLong quarantined = new AtomicLong();
  final AtomicLong restored = new AtomicLong();
  final AtomicLong snapshotsSkipped = new AtomicLong();

  AggregateStatus.Recovery shown() {
    return new AggregateStatus.Recovery(quarantined.get(), restored.get(), snapshotsSkipped.get());
  }
}
