package io.messina.enrichment;

import io.messina.api.Position;
import io.messina.runtime.RequestException;
import io.messina.stream.Event;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.follow.JobDeadLetters.Letter;
import io.messina.stream.follow.JobLetters;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.owner.Commit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Appends the events of dead letters to their stream again, whose other consumers see them again,
 * too: a state in which later events are included takes them as new ones. Letters of events that
 * may be in a state stay. A repeat after a failure appends none twice, as long as the stream
 * remembers idempotency keys.
 *
 * @param stream of the enrichment
 * @param group keeps the position of the enrichment
 * @param keys begins the idempotency keys of the events
 */
record AppendAgain(Stream stream, Group group, String keys) implements JobLetters.Redriving {

  /** {@link Letter#applied} of an event that is in no state. */
  static final String NOT_APPLIED = "no";

  private static final int BATCH_MAX = 100;

  @Override
  public int batchMax() {
    return BATCH_MAX;
  }

  @Override
  public boolean isSafe(Letter letter) {
    return letter.applied().filter(NOT_APPLIED::equals).isPresent();
  }

  /** All events before it are finished, also after a crash. */
  @Override
  public Position end(int shard) {
    group.commit(shard, Commit.of(Position.START)); // returns once earlier progress is durable
    ShardId asked = stream.definition().shard(shard);
    return Optional.ofNullable(group.status(Set.of(asked)).get(shard))
        .orElseThrow(() -> new RequestException.Unavailable(asked + ": no answer"))
        .followed();
  }

  @Override
  public int again(List<Letter> batch, Predicate<Letter> remove) {
    int appended = stream.append(batch.stream().map(this::event).toList()).accepted();
    for (Letter letter : batch) {
      var _ = remove.test(letter);
    }
    return appended;
  }

  private Event event(Letter letter) {
    StoredEvent stored = letter.stored();
    Event event = stored.event();
    return new Event(
        event.key(),
        event.time(),
        Optional.of(keys + stored.id()),
        Optional.empty(),
        event.headers(),
        event.contentType(),
        event.payload());
  }
}
