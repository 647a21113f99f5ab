package io.messina.enrichment;

import io.messina.api.Checks;
import io.messina.api.ClaimOptions;
import io.messina.api.Position;
import io.messina.api.Redrive;
import io.messina.enrich.Applied;
import io.messina.runtime.Context;
import io.messina.runtime.Pace;
import io.messina.runtime.RequestException;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.node.Group;
import io.messina.stream.node.Stream;
import io.messina.stream.owner.Commit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The dead letters of an enrichment, on all shards, seen from any process. Only those are there
 * whose events are behind the progress of the enrichment. Safe for use by many threads.
 */
public final class EnrichmentDeadLetters {

  private static final int PAGE = 100;

  private final Context context;
  private final Stream stream;
  private final Group group;
  private final String enrichment;
  private final String againKeys;

  /**
   * Those of an enrichment.
   *
   * @param context has the store
   * @param stream that it follows
   * @param group keeps how far it has come
   * @param enrichment names the partitions
   * @param againKeys begins the idempotency keys of redriven events
   */
  EnrichmentDeadLetters(
      Context context, Stream stream, Group group, String enrichment, String againKeys) {
    this.context = context;
    this.stream = stream;
    this.group = group;
    this.enrichment = enrichment;
    this.againKeys = againKeys;
  }

  /**
   * Reads a page, which has about 16 MiB of events at most.
   *
   * @param max how many at most, from 1 to 10,000
   * @param after the last one of the page before; empty for the first page
   * @return by shard, and there by position; empty at the end
   */
  public List<EnrichmentDeadLetter> read(int max, Optional<EventAddress> after) {
    Checks.between("max", max, 1, ClaimOptions.LIMIT_MAX);
    return read(max, after, this::progress);
  }

  private List<EnrichmentDeadLetter> read(
      int max, Optional<EventAddress> after, IntFunction<Position> end) {
    int shard = after.map(EventAddress::shard).orElse(0);
    Position from = after.map(id -> id.position().next()).orElse(Position.START);
    List<EnrichmentDeadLetter> found = List.of();
    for (; shard < shards() && found.isEmpty(); shard++) {
      found = letters(shard).read(from, end.apply(shard), max);
      from = Position.START;
    }
    return found;
  }

  /**
   * Appends events of dead letters anew to the stream, whose other consumers see them again, too:
   * so that states in which later events are included take them as new ones. Those of which it is
   * unknown whether they were applied stay. A repeat after a failure appends none twice, as long as
   * the stream remembers idempotency keys. It takes as long as the rate requires; an interrupt ends
   * it.
   *
   * @param redrive which, and how fast; ids that are no dead letters are ignored
   * @return how many were appended by this call, not by others at the same time
   */
  public int redrive(Redrive redrive) {
    Pace pace = new Pace(context.time(), redrive.rate().orElse(0));
    int limit = redrive.limit().orElse(Integer.MAX_VALUE);
    int count = 0;
    Letters letters =
        redrive.ids().isEmpty() ? new All() : new Some(EventAddress.all(redrive.ids()));
    for (List<EnrichmentDeadLetter> page = letters.next(PAGE);
        !page.isEmpty();
        page = letters.next(PAGE)) {
      List<EnrichmentDeadLetter> sure =
          page.stream().filter(letter -> letter.applied() == Applied.NO).toList();
      int step = pace.step(PAGE);
      for (int i = 0; i < sure.size(); i += step) {
        int end = Math.min(sure.size(), Math.min(i + step, i + limit - count));
        if (end <= i || !pace.await(count)) {
          return count;
        }
        count += appendAgain(sure.subList(i, end));
      }
    }
    return count;
  }

  /**
   * Deletes dead letters permanently.
   *
   * @param ids of their events; ids that are no dead letters are ignored
   * @return how many were deleted
   */
  public int discard(List<EventAddress> ids) {
    return discard(new Some(ids));
  }

  /**
   * Deletes all dead letters permanently.
   *
   * @return how many were deleted
   */
  public int discardAll() {
    return discard(new All());
  }

  private int discard(Letters letters) {
    int count = 0;
    for (List<EnrichmentDeadLetter> page = letters.next(PAGE);
        !page.isEmpty();
        page = letters.next(PAGE)) {
      page.forEach(this::remove);
      count += page.size();
    }
    return count;
  }

  private int appendAgain(List<EnrichmentDeadLetter> letters) {
    int appended = stream.append(letters.stream().map(this::again).toList()).accepted();
    letters.forEach(this::remove);
    return appended;
  }

  private Event again(EnrichmentDeadLetter letter) {
    StoredEvent stored = letter.stored();
    Event event = stored.event();
    return new Event(
        event.key(),
        event.time(),
        Optional.of(againKeys + stored.id()),
        Optional.empty(),
        event.headers(),
        event.contentType(),
        event.payload());
  }

  private void remove(EnrichmentDeadLetter letter) {
    EventAddress id = letter.stored().id();
    letters(id.shard()).remove(id.position());
  }

  private int shards() {
    return stream.definition().options().shards();
  }

  private ShardEnrichmentDeadLetters letters(int shard) {
    return new ShardEnrichmentDeadLetters(context.store(), enrichment, shard);
  }

  /** What lies before it is finished, also after a crash. */
  private Position progress(int shard) {
    group.commit(shard, Commit.of(Position.START)); // returns once earlier progress is durable
    ShardId asked = stream.definition().shard(shard);
    return Optional.ofNullable(group.status(Set.of(asked)).get(shard))
        .orElseThrow(() -> new RequestException.Unavailable(asked + ": no answer"))
        .followed();
  }

  /** Letters page by page; those that are there no more are no matter. For one thread. */
  private interface Letters {

    /** Returns the next ones, at most so many; empty at the end. */
    List<EnrichmentDeadLetter> next(int max);
  }

  /** Those that are there as it begins: what is redriven may come back at the end. */
  private final class All implements Letters {

    private final List<Position> ends =
        IntStream.range(0, shards()).mapToObj(EnrichmentDeadLetters.this::progress).toList();
    private Optional<EventAddress> after = Optional.empty();

    @Override
    public List<EnrichmentDeadLetter> next(int max) {
      List<EnrichmentDeadLetter> page = read(max, after, ends::get);
      if (!page.isEmpty()) {
        after = Optional.of(page.getLast().stored().id());
      }
      return page;
    }
  }

  private final class Some implements Letters {

    private final List<EventAddress> ids;
    private int taken;

    Some(List<EventAddress> ids) {
      this.ids =
          ids.stream()
              .filter(id -> id.streamGeneration() == stream.definition().id().generation())
              .filter(id -> id.shard() < shards())
              .distinct()
              .toList();
    }

    @Override
    public List<EnrichmentDeadLetter> next(int max) {
      List<EnrichmentDeadLetter> page = new ArrayList<>();
      for (; taken < ids.size() && page.size() < max; taken++) {
        EventAddress id = ids.get(taken);
        letters(id.shard()).read(id.position(), progress(id.shard()), 1).stream()
            .filter(letter -> Objects.equals(letter.stored().id(), id))
            .forEach(page::add);
      }
      return page;
    }
  }
}
