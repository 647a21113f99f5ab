package io.messina.sink;

import io.messina.api.Redrive;
import io.messina.runtime.Pace;
import io.messina.runtime.RequestException;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.follow.JobDeadLetters;
import io.messina.stream.follow.JobDeadLetters.Letter;
import java.util.List;
import java.util.Optional;

/**
 * The dead letters of a sink, on all shards, seen from any node that runs it. Safe for use by many
 * threads.
 */
public final class SinkDeadLetters {

  private final SinkSite site;

  SinkDeadLetters(SinkSite site) {
    this.site = site;
  }

  /**
   * Reads a page as {@link JobDeadLetters#read} does.
   *
   * @param max how many at most
   * @param after the last one of the page before; empty for the first page
   * @return by shard, and there by position; empty at the end
   */
  public List<Letter> read(int max, Optional<EventAddress> after) {
    return site.letters().read(max, after);
  }

  /**
   * Posts dead letters again, from this node, one after the other, in their order, but beside what
   * the sink posts meanwhile. Each is gone once it is taken; one that is refused stays.
   *
   * @param redrive which, and how fast; ids that are no dead letters are ignored
   * @return how many were taken
   * @throws RequestException.Unavailable if a request tells nothing of its event; those before it
   *     were taken, and nothing after it was posted
   */
  public int redrive(Redrive redrive) {
    Redriving redriving =
        new Redriving(
            redrive.limit().orElse(Integer.MAX_VALUE),
            new Pace(site.context().time(), redrive.rate().orElse(0)));
    site.letters().visit(EventAddress.all(redrive.ids()), redriving::goesOnWith);
    return redriving.taken;
  }

  /** One redrive in progress. For one thread. */
  private final class Redriving {

    private final int limit;
    private final Pace pace;
    private int posted;
    private int taken;

    Redriving(int limit, Pace pace) {
      this.limit = limit;
      this.pace = pace;
    }

    boolean goesOnWith(Letter letter) {
      boolean goesOn = taken < limit && pace.await(posted);
      if (goesOn) {
        posted++;
        taken += post(letter) ? 1 : 0;
      }
      return goesOn;
    }
  }

  private boolean post(Letter letter) {
    Batch batch = batch(letter.stored());
    return switch (site.poster().post(batch)) {
      case PostResult.Taken _ -> {
        site.tally().taken(1);
        yield site.letters().remove(letter);
      }
      case PostResult.Refused _ -> {
        site.tally().failed();
        yield false;
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

  /**
   * Deletes dead letters for good.
   *
   * @param ids of their events; ids that are no dead letters are ignored
   * @return how many were there
   */
  public int discard(List<EventAddress> ids) {
    return ids.isEmpty() ? 0 : site.letters().discard(ids);
  }

  /**
   * Deletes all dead letters for good.
   *
   * @return how many were there
   */
  public int discardAll() {
    return site.letters().discard(List.of());
  }
}
