package io.messina.aggregate.rekey;

import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.ClaimRequest;
import io.messina.stream.delivery.DeliveryState;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.delivery.Unfinished;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.DeadEvent;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.GroupAction;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnGroup;
import io.messina.stream.owner.ShardGroupStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * The group of a shard during one ownership, which ends at a step that nobody knows before. What
 * was not committed durably by then may be lost.
 */
final class CrashingGroup implements OwnGroup {

  /** The process has ended. */
  static final class Crash extends RuntimeException {

    private static final long serialVersionUID = 1L;
  }

  private final SplittableRandom random;
  private final ShardId shard;
  private final List<StoredEvent> log;
  private final List<Position> gaps;
  private Commit durable;
  private Commit inMemory;
  private int stepsLeft;

  CrashingGroup(
      SplittableRandom random,
      ShardId shard,
      List<StoredEvent> log,
      List<Position> gaps,
      Commit durable,
      int steps) {
    this.random = random;
    this.shard = shard;
    this.log = log;
    this.gaps = gaps;
    this.durable = durable;
    this.inMemory = durable;
    this.stepsLeft = steps;
  }

  /** The process may end here. */
  void step() {
    if (stepsLeft-- <= 0) {
      throw new Crash();
    }
  }

  boolean isOver() {
    return stepsLeft < 0;
  }

  /** What the next owner finds. */
  Commit left() {
    return random.nextBoolean() ? inMemory : durable;
  }

  void moveTo(Position position) {
    inMemory = new Commit(position, OptionalInt.of(inMemory.run().orElse(0) + 1), "");
    durable = inMemory;
  }

  @Override
  public EventPage readAfter(Commit read, int max, Duration wait) {
    step();
    if (!read.run().equals(inMemory.run())) {
      return new EventPage(List.of(), inMemory.position(), inMemory.run(), List.of());
    }
    int most = random.nextInt(1, 12);
    List<StoredEvent> page = new ArrayList<>();
    Position next = read.position();
    for (StoredEvent event : log) {
      Position position = event.id().position();
      if (page.size() < most && position.compareTo(read.position()) >= 0) {
        page.add(event);
        next = position.next();
      }
    }
    Position end = next;
    return new EventPage(
        page,
        next,
        inMemory.run(),
        gaps.stream()
            .filter(gap -> gap.compareTo(read.position()) > 0 && gap.compareTo(end) <= 0)
            .toList());
  }

  @Override
  public void commit(Commit commit) {
    step();
    change(commit);
    if (random.nextBoolean()) {
      durable = inMemory;
    }
    step();
    durable = inMemory;
  }

  @Override
  public void commitLater(Commit commit) {
    step();
    change(commit);
  }

  private void change(Commit commit) {
    if (commit.run().equals(inMemory.run())
        && commit.position().compareTo(inMemory.position()) >= 0) {
      inMemory = commit;
    }
  }

  @Override
  public Commit committed() {
    return inMemory;
  }

  @Override
  public long countFrom(Position position) {
    throw new NotOwnerException(shard);
  }

  @Override
  public boolean mayAcknowledge() {
    return !isOver();
  }

  @Override
  public long nextTimestampMicros() {
    throw new NotOwnerException(shard);
  }

  @Override
  public List<ClaimedEvent> claim(ClaimRequest ask) {
    throw new NotOwnerException(shard);
  }

  @Override
  public List<ReceiptStatus> settle(Outcome outcome, List<ClaimId> claims) {
    throw new NotOwnerException(shard);
  }

  @Override
  public EventPage read(int max, Duration wait) {
    throw new NotOwnerException(shard);
  }

  @Override
  public void command(GroupAction command) {
    throw new NotOwnerException(shard);
  }

  @Override
  public List<DeadEvent> deadLetters(Position from, int max) {
    throw new NotOwnerException(shard);
  }

  @Override
  public List<Position> redrive(List<Position> positions) {
    throw new NotOwnerException(shard);
  }

  @Override
  public List<Position> discard(List<Position> positions) {
    throw new NotOwnerException(shard);
  }

  @Override
  public DeliveryState state(Position position) {
    throw new NotOwnerException(shard);
  }

  @Override
  public ShardGroupStatus status() {
    throw new NotOwnerException(shard);
  }

  @Override
  public List<Unfinished> unfinished(Unfinished.Query query) {
    throw new NotOwnerException(shard);
  }
}
