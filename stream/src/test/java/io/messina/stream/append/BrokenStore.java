package io.messina.stream.append;

import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.ForwardingStore;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.log.RetentionClass;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicBoolean;

/** A store a part of which does not answer while it is broken. */
final class BrokenStore extends ForwardingStore {

  private final Part part;
  private final AtomicBoolean broken;

  /** What can break. */
  enum Part {
    /** Rows of the log are not taken. */
    LOG_WRITES,
    /** Rows of the log are not given. */
    LOG_READS,
    /** Rows of keys are not taken. */
    KEYS,
    /** Rows of the schedule are neither taken nor deleted. */
    SCHEDULE,
    /** Rows of the schedule are not given. */
    SCHEDULE_READS,
    /** Fenced writes are not taken. */
    STATE
  }

  BrokenStore(Store store, Part part, AtomicBoolean broken) {
    super(store);
    this.part = part;
    this.broken = broken;
  }

  @Override
  public void write(PlainBatch batch) {
    check(Part.LOG_WRITES, RetentionClass.logs().contains(batch.partition().table()));
    check(Part.SCHEDULE, batch.partition().table().equals(Schedule.TABLE));
    check(Part.KEYS, batch.partition().table().equals(KeyTable.TABLE));
    super.write(batch);
  }

  @Override
  public FenceOutcome writeIf(FencedBatch batch) {
    check(Part.STATE, true);
    return super.writeIf(batch);
  }

  @Override
  public Iterator<Row> scan(Scan scan) {
    check(Part.LOG_READS, RetentionClass.logs().contains(scan.table()));
    check(Part.SCHEDULE_READS, scan.table().equals(Schedule.TABLE));
    return super.scan(scan);
  }

  private void check(Part asked, boolean isMeant) {
    if (broken.get() && part == asked && isMeant) {
      throw new StoreUnavailableException(part + ": broken");
    }
  }
}
