package io.messina.stream.group;

import io.messina.runtime.CacheBudget;
import io.messina.stream.delivery.GroupDelivery;

/**
 * Reports the memory of a group's state to the process's budget. For use by one thread at a time.
 */
final class GroupMemory {

  /** The shortest time between two reports of a group whose size has not changed. */
  private static final long TOLD_MILLIS = 1_000;

  private final CacheBudget.Account account;
  private long settledBytes;
  private long unfinishedBytes;
  private long toldMillis;

  GroupMemory(CacheBudget.Account account) {
    this.account = account;
  }

  /** The group was used. Returns a task to run after all locks are released. */
  Runnable used(GroupDelivery core, long nowMillis) {
    long settled = takeSettled(core);
    long unfinished = takeUnfinished(core);
    boolean isToTell = core.settledBytes() > 0 && nowMillis - toldMillis >= TOLD_MILLIS;
    if (settled == 0 && unfinished == 0 && !isToTell) {
      return GroupMemory::nothing;
    }
    toldMillis = nowMillis;
    return () -> {
      account.hold(unfinished);
      account.add(settled);
    };
  }

  /** Frees memory for others. Returns how many bytes. */
  long giveBack(GroupDelivery core, long nowMillis) {
    core.giveBack(nowMillis);
    account.hold(takeUnfinished(core));
    return -takeSettled(core);
  }

  void close() {
    account.close();
  }

  private static void nothing() {}

  private long takeSettled(GroupDelivery core) {
    long growth = core.settledBytes() - settledBytes;
    settledBytes += growth;
    return growth;
  }

  private long takeUnfinished(GroupDelivery core) {
    long growth = core.unfinishedBytes() - unfinishedBytes;
    unfinishedBytes += growth;
    return growth;
  }
}
