package io.messina.stream.follow;

import io.messina.api.Checks;
import io.messina.api.ClaimOptions;
import io.messina.api.Position;
import io.messina.api.Redrive;
import io.messina.runtime.NodeTime;
import io.messina.runtime.Pace;
import io.messina.stream.EventAddress;
import io.messina.stream.follow.JobDeadLetters.Letter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The dead letters of a job, on all shards, seen from any node: they are read, handled again, and
 * deleted. Safe for use by many threads.
 */
public final class JobLetters {

  private static final int PAGE = 100;

  private final NodeTime time;
  private final JobDeadLetters letters;
  private final Redriving redriving;

  /** The way in which the events of letters are handled again. Used by many threads. */
  @FunctionalInterface
  public interface Redriving {

    /** Returns the number of letters that are handled at once, at most. */
    default int batchMax() {
      return 1;
    }

    /** Returns whether an event may be handled again; the letters of others stay. */
    default boolean isSafe(Letter letter) {
      return true;
    }

    /** Returns the position of a shard at which its letters end, as later events may die again. */
    default Position end(int shard) {
      return Position.unpack(Long.MAX_VALUE);
    }

    /**
     * Handles the events of some letters again.
     *
     * @param batch in their order; at least one
     * @param remove deletes a letter whose event was handled, and returns whether it existed
     * @return the number of events that this call has handled, and no other one at the same time
     */
    int again(List<Letter> batch, Predicate<Letter> remove);
  }

  /**
   * Those of a job.
   *
   * @param time of the process
   * @param letters where they are stored
   * @param redriving handles events again
   */
  public JobLetters(NodeTime time, JobDeadLetters letters, Redriving redriving) {
    this.time = time;
    this.letters = letters;
    this.redriving = redriving;
  }

  /**
   * Reads a page, which has about 16 MiB of events at most.
   *
   * @param max the number of letters at most, from 1 to 10,000
   * @param after the last one of the page before; empty for the first page
   * @return by shard, and in each by position; empty at the end
   */
  public List<Letter> read(int max, Optional<EventAddress> after) {
    Checks.between("max", max, 1, ClaimOptions.LIMIT_MAX);
    return letters.read(max, after, redriving::end);
  }

  /**
   * Handles events of dead letters again. It takes as long as the rate requires; an interrupt ends
   * it. If it throws, some may have been handled.
   *
   * @param redrive which, and the rate; ids that are no dead letters are ignored
   * @return the number of events that were handled by this call
   */
  public int redrive(Redrive redrive) {
    Pace pace = new Pace(time, redrive.rate().orElse(0));
    int limit = redrive.limit().orElse(Integer.MAX_VALUE);
    int step = pace.step(redriving.batchMax());
    Supplier<List<Letter>> pages = pages(EventAddress.all(redrive.ids()));
    int tried = 0;
    int done = 0;
    for (List<Letter> page = pages.get(); !page.isEmpty(); page = pages.get()) {
      List<Letter> safe = page.stream().filter(redriving::isSafe).toList();
      int end;
      for (int i = 0; i < safe.size(); i = end) {
        end = Math.min(safe.size(), i + Math.min(step, limit - done));
        if (end == i || !pace.await(tried)) {
          return done;
        }
        done += redriving.again(safe.subList(i, end), letters::remove);
        tried += end - i;
      }
    }
    return done;
  }

  /**
   * Deletes dead letters permanently.
   *
   * @param ids of their events; ids that are no dead letters are ignored
   * @return the number of deleted letters
   */
  public int discard(List<EventAddress> ids) {
    return ids.isEmpty() ? 0 : discard(pages(ids));
  }

  /**
   * Deletes all dead letters permanently.
   *
   * @return the number of deleted letters
   */
  public int discardAll() {
    return discard(pages(List.of()));
  }

  private int discard(Supplier<List<Letter>> pages) {
    int count = 0;
    for (List<Letter> page = pages.get(); !page.isEmpty(); page = pages.get()) {
      count += (int) page.stream().filter(letters::remove).count();
    }
    return count;
  }

  /** The letters of some events, or of all that have died by now; each call returns a page. */
  private Supplier<List<Letter>> pages(List<EventAddress> ids) {
    if (ids.isEmpty()) {
      List<Position> ends = IntStream.range(0, letters.shards()).mapToObj(redriving::end).toList();
      AtomicReference<Optional<EventAddress>> after = new AtomicReference<>(Optional.empty());
      return () -> {
        List<Letter> page = letters.read(PAGE, after.get(), ends::get);
        if (!page.isEmpty()) {
          after.set(Optional.of(page.getLast().stored().id()));
        }
        return page;
      };
    }
    Iterator<EventAddress> left = ids.stream().distinct().iterator();
    return () -> {
      List<Letter> page = new ArrayList<>();
      while (left.hasNext() && page.size() < PAGE) {
        find(left.next()).ifPresent(page::add);
      }
      return page;
    };
  }

  private Optional<Letter> find(EventAddress id) {
    // Read again behind the end: an owner that has come in between may have cut the first one, and
    // have handled its event.
    return letters
        .find(id)
        .filter(_ -> id.position().compareTo(redriving.end(id.shard())) < 0)
        .flatMap(_ -> letters.find(id));
  }
}
