package io.messina.stream.ownership;

import io.messina.store.Incarnation;
import java.util.List;

/** One incarnation among the members of a cluster. Safe for use by many threads. */
interface Membership {

  /** Who it is. */
  Incarnation incarnation();

  /** Begins. */
  void start();

  /** Whether it may act as the owner of its shards at this moment. */
  boolean mayAcknowledge();

  /** Whether it could ever act as an owner. */
  boolean hasBeaten();

  /** Whether it has lost its place for good, and with it all its shards. */
  boolean isLost();

  /** The members that live. */
  List<Member> living();

  /** Whether an incarnation can own nothing any more. */
  boolean isDead(Incarnation owner);

  /** Forgets which owners {@link #isDead} was asked for. */
  void waitForNobody();

  /** Tells the others that it wants no shards. */
  void leave();

  /** Ends; its shards must have been released or lost. */
  void end();
}
