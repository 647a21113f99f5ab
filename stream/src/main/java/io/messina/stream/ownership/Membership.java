package io.messina.stream.ownership;

import io.messina.store.Incarnation;
import java.util.List;

/** One incarnation among the members of a cluster. Safe for use by many threads. */
interface Membership {

  Incarnation incarnation();

  void start();

  /** Whether it may act as the owner of its shards at this moment. */
  boolean mayAcknowledge();

  /** Whether it ever had a confirmed beat, so that it may have acted as an owner. */
  boolean hasBeaten();

  /** Whether it has lost its lease permanently, and with it all its shards. */
  boolean isLost();

  List<Member> living();

  /** Whether an incarnation can no longer own anything. */
  boolean isDead(Incarnation owner);

  /** Forgets the owners that {@link #isDead} was called with. */
  void waitForNobody();

  /** Tells the others that it takes no more shards. */
  void leave();

  /** Ends; its shards must have been released or lost. */
  void end();
}
