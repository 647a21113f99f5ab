package io.messina.stream.ownership;

import io.messina.api.MemberState;
import io.messina.runtime.NodeTime;
import io.messina.store.Incarnation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The only process that can use the store: the lock of its folder proves that every other
 * incarnation is dead, and nobody can take a shard from this one, so it needs no beats.
 */
final class SoleMembership extends Membership {

  private volatile NodeTime.Cancellation deadline = () -> {};

  SoleMembership(OwnershipSite site) {
    super(site);
  }

  @Override
  synchronized boolean holdsLease() {
    return !ended;
  }

  @Override
  void confirm(Consumer<Boolean> answer) {
    answer.accept(holdsLease());
  }

  @Override
  synchronized boolean hasBeaten() {
    return true;
  }

  @Override
  List<MemberTable.Member> living() {
    return List.of(
        new MemberTable.Member(
            incarnation(),
            site.address(),
            1,
            false,
            true,
            Set.of(),
            site.context().formats().newest()));
  }

  @Override
  List<SeenMember> seen() {
    NodeId here = new NodeId(site.address(), incarnation());
    return List.of(
        new SeenMember(
            here,
            MemberState.LIVING,
            true,
            Set.of(),
            site.context().formats().newest(),
            Duration.ZERO));
  }

  @Override
  boolean isAware() {
    return true;
  }

  @Override
  Optional<Incarnation> rival() {
    return Optional.empty();
  }

  @Override
  boolean isDead(Incarnation owner) {
    return !owner.equals(incarnation());
  }

  /** If the store takes no writes, leaving takes no longer than a lease. */
  @Override
  void leave() {
    deadline = site.context().time().schedule(options.lease(), this::end);
  }

  @Override
  void end() {
    endLease();
    deadline.cancel();
  }
}
