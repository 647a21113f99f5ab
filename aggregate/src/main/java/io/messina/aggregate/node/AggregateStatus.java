package io.messina.aggregate.node;

import io.messina.api.Position;
import io.messina.stream.follow.ShardAnswers;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The status of an aggregate as of a moment ago.
 *
 * @param answers of the shards
 */
public record AggregateStatus(ShardAnswers<OfShard> answers) {

  /** Returns the status of the shards that have answered, by their numbers. */
  public Map<Integer, OfShard> shards() {
    return answers.answers();
  }

  /**
   * A shard.
   *
   * @param next the first position that was not read yet; empty while the state is being opened
   * @param watermark the latest time of an event
   * @param events since the first one that the state knows of
   * @param lag how many events are still to be read
   * @param snapshots of this ownership
   * @param recovery the losses and repairs here since the process began
   * @param trouble a sentence: the reason why the shard makes no progress, or the last event that
   *     was skipped because of an exception
   */
  public record OfShard(
      Optional<Position> next,
      Optional<Instant> watermark,
      Events events,
      long lag,
      Snapshots snapshots,
      Recovery recovery,
      Optional<String> trouble) {}

  /**
   * Counts of events.
   *
   * @param added to at least one window
   * @param late for all of their windows
   * @param ahead of the time at which they were appended
   * @param skipped as they had nothing for the aggregate, or something was thrown for them
   * @param gaps stretches of the stream that were dropped before they were read; rows of that time
   *     are incomplete
   * @param windowsDropped windows that were removed here since the process began, as they were kept
   *     long enough
   */
  public record Events(
      long added, long late, long ahead, long skipped, long gaps, long windowsDropped) {

    /** Before the first event. */
    public static final Events NONE = new Events(0, 0, 0, 0, 0, 0);
  }

  /**
   * Snapshots of a shard.
   *
   * @param published since this process has the shard
   * @param failed since this process has the shard
   * @param newest the position of the newest one that counts, of any process; empty if there is
   *     none
   * @param uploadedBytes since this process has the shard
   * @param uploadedFiles since this process has the shard
   * @param bytes of all files of the newest one that was taken here
   */
  public record Snapshots(
      long published,
      long failed,
      Optional<Position> newest,
      long uploadedBytes,
      long uploadedFiles,
      long bytes) {

    /** None yet. */
    public static final Snapshots NONE = new Snapshots(0, 0, Optional.empty(), 0, 0, 0);
  }

  /**
   * The losses and repairs of a shard.
   *
   * @param quarantined states that could not be read and were moved aside
   * @param restored states that came from a snapshot
   * @param snapshotsSkipped snapshots that were not sound, so that an earlier one was taken
   */
  public record Recovery(long quarantined, long restored, long snapshotsSkipped) {

    /** Nothing. */
    public static final Recovery NONE = new Recovery(0, 0, 0);
  }
}
