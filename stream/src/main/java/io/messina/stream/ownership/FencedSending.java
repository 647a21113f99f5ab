package io.messina.stream.ownership;

import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * One fenced write and what is known of it: the same batch is sent until its outcome is known.
 * {@link FenceOutcome.Rejected} showing exactly the batch's own next fence, writer included, means
 * that an earlier sending had applied. Not for use by several threads.
 */
class FencedSending {

  private static final Duration PAUSE_FIRST = Duration.ofMillis(10);
  private static final int DOUBLINGS_MAX = 7;

  private final FencedBatch batch;
  private boolean unknown;
  private int failures;

  FencedSending(FencedBatch batch) {
    this.batch = batch;
  }

  /** What to send, also again. */
  FencedBatch batch() {
    return batch;
  }

  /** There was an answer. */
  FencedWrite answered(FenceOutcome outcome) {
    return switch (outcome) {
      case FenceOutcome.Applied applied -> new FencedWrite.Applied(batch.next());
      case FenceOutcome.Rejected rejected ->
          isOwn(rejected)
              ? new FencedWrite.Applied(batch.next())
              : new FencedWrite.Deposed(rejected.standing());
    };
  }

  /** There was none: this sending may apply at any later time. */
  Optional<FencedWrite> unanswered() {
    unknown = true;
    failures++;
    return Optional.empty();
  }

  /** This sending never applies; of earlier ones nothing new is known. */
  void refused() {
    failures++;
  }

  /** No more is sent. */
  FencedWrite abandoned() {
    return new FencedWrite.Abandoned(unknown);
  }

  /**
   * How long to wait before the next sending: doubling to about a second, up to half of it less.
   */
  Duration pause(RandomGenerator random) {
    long most = PAUSE_FIRST.toNanos() << Math.min(failures, DOUBLINGS_MAX);
    return Duration.ofNanos(most - random.nextLong(most / 2));
  }

  /** Whether what stands is what this batch sets; a method, so that tests can err. */
  boolean isOwn(FenceOutcome.Rejected rejected) {
    return rejected.standing().equals(Optional.of(batch.next()));
  }
}
