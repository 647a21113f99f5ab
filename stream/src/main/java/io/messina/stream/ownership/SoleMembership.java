package io.messina.stream.ownership;

import io.messina.runtime.NodeTime;
import io.messina.store.Incarnation;
import java.time.Duration;
import java.util.List;

/**
 * The only process that can use the store: the lock of its folder proves that every other
 * incarnation is dead, and nobody can take a shard from this one, so it needs no beats.
 */
final class SoleMembership implements Membership {

  private final Incarnation me;
  private final String address;
  private final NodeTime time;
  private final Duration lease;
  private volatile boolean ended;
  private volatile NodeTime.Cancellation deadline = () -> {};

  SoleMembership(Incarnation me, String address, NodeTime time, Duration lease) {
    this.me = me;
    this.address = address;
    this.time = time;
    this.lease = lease;
  }

  @Override
  public Incarnation incarnation() {
    return me;
  }

  @Override
  public void start() {}

  @Override
  public boolean mayAcknowledge() {
    return !ended;
  }

  @Override
  public boolean hasBeaten() {
    return true;
  }

  @Override
  public boolean isLost() {
    return ended;
  }

  @Override
  public List<Member> living() {
    return List.of(new Member(me, address, 1, false));
  }

  @Override
  public boolean isDead(Incarnation owner) {
    return !owner.equals(me);
  }

  @Override
  public void waitForNobody() {}

  /** If the store takes no writes, leaving takes no longer than a lease. */
  @Override
  public void leave() {
    deadline = time.schedule(lease, this::end);
  }

  @Override
  public void end() {
    ended = true;
    deadline.cancel();
  }
}
