package io.messina.sink;

import io.messina.runtime.RequestException;
import io.messina.stream.StoredEvent;
import io.messina.stream.follow.JobDeadLetters.Letter;
import io.messina.stream.follow.JobLetters;
import java.util.List;
import java.util.function.Predicate;

/**
 * Posts the events of dead letters again, from this node, one after the other, while the sink may
 * post others. A letter is deleted once its event is taken; if it is refused, the letter stays.
 *
 * @param site of the sink
 */
record PostAgain(SinkSite site) implements JobLetters.Redriving {

  /**
   * Posts one.
   *
   * @throws RequestException.Unavailable if the answer tells nothing of the event; nothing after it
   *     is posted
   */
  @Override
  public int again(List<Letter> batch, Predicate<Letter> remove) {
    Letter letter = batch.getFirst();
    return switch (site.poster().post(batch(letter.stored()))) {
      case PostResult.Taken _ -> {
        site.tally().taken(1);
        yield remove.test(letter) ? 1 : 0;
      }
      case PostResult.Refused _ -> {
        site.tally().failed();
        yield 0;
      }
      case PostResult.Again again -> {
        site.tally().failed();
        throw new RequestException.Unavailable(again.reason());
      }
    };
  }

  private Batch batch(StoredEvent event) {
    return new Batch(site.stream().shard(event.id().shard()), List.of(site.written(event)), 0);
  }
}
