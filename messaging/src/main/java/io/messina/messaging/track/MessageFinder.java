package io.messina.messaging.track;

import io.messina.api.Position;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageReport;
import io.messina.messaging.MessageStreams;
import io.messina.runtime.RequestException;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.stream.ShardId;
import io.messina.stream.owner.ShardGroupStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds any accepted message: if it is not tracked yet, waits for the tracker. Safe for use by many
 * threads.
 */
public record MessageFinder(TrackedMessages log, MessageStreams streams) {

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration PACE = Duration.ofMillis(50);

  /**
   * Returns the state of a message, at least that it was accepted.
   *
   * @return empty if no message with this id was accepted before the call
   * @throws RequestException.Unavailable if that is not known within five seconds, as the tracker
   *     is behind
   */
  public Optional<MessageReport> find(String message) {
    Optional<MessageReport> found = log.find(message);
    return found.isPresent() ? found : awaited(message, true);
  }

  /**
   * Returns all events of a message that were published before the call.
   *
   * @throws RequestException.Unavailable if that is not known within five seconds, as the tracker
   *     is behind
   */
  public List<MessageEvent> all(String message) {
    return awaited(message, false).map(MessageReport::events).orElse(List.of());
  }

  /**
   * Waits for the tracker.
   *
   * @param any whether one event of the message is enough
   */
  private Optional<MessageReport> awaited(String message, boolean any) {
    try {
      ShardId shard = shard(message);
      Optional<Position> end = Optional.empty();
      long untilNanos = log.context().time().nanoTime() + PATIENCE.toNanos();
      while (true) {
        Optional<ShardGroupStatus> status = status(shard);
        end = end.or(() -> status.map(ShardGroupStatus::end));
        boolean isTracked =
            end.isPresent() && status.isPresent() && reaches(status.get(), end.get());
        Optional<MessageReport> found = log.find(message);
        if (isTracked || (any && found.isPresent())) {
          return found;
        }
        if (log.context().time().nanoTime() - untilNanos >= 0) {
          throw new RequestException.Unavailable(
              message + ": what has happened in the last moments is not tracked yet");
        }
        UninterruptibleSleep.sleep(log.context().time(), PACE);
      }
    } catch (RequestException.NotFound e) {
      return Optional.empty(); // the streams and their groups exist before any message
    }
  }

  private ShardId shard(String message) {
    return streams.stream(MessageStreams.EVENTS).definition().shard(streams.shardOf(message));
  }

  /** The progress of the tracker on a shard; empty if its owner does not answer soon. */
  private Optional<ShardGroupStatus> status(ShardId shard) {
    Map<Integer, ShardGroupStatus> status =
        streams.stream(MessageStreams.EVENTS).group(Tracker.GROUP).status(Set.of(shard));
    return Optional.ofNullable(status.get(shard.number()));
  }

  private static boolean reaches(ShardGroupStatus status, Position end) {
    return status.unfollowed() == 0 || status.followed().compareTo(end) >= 0;
  }
}
