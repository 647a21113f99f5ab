package io.messina.stream.group;

import io.messina.stream.cache.CacheBudget;
import io.messina.stream.delivery.GroupDelivery;

/** Tells the process what the state of a group takes in memory. For use by one thread at a time. */
final class GroupMemory {

  /** How often it is told at most that a group is used which takes as much as before. */
  private static final long TOLD_MILLIS = 1_000;

  private final CacheBudget.Account account;
  private long settledBytes;
  private long unfinishedBytes;
  private long toldMillis;

  GroupMemory(CacheBudget.Account account) {
    this.account = account;
  }

  /** Something was done with the group; returns what to run once nobody holds a lock. */
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

  /** What others need is given back; returns how much. */
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
