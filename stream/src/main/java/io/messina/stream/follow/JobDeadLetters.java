package io.messina.stream.follow;

import io.messina.api.Position;
import io.messina.runtime.Micros;
import io.messina.store.Bytes;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.store.Table;
import io.messina.stream.EventAddress;
import io.messina.stream.GroupId;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.log.RecordBatch;
import io.messina.stream.log.RecordBatchCodec;
import io.messina.stream.owner.ShardSite;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The events that a job has set aside, on all shards of its stream. The owner of a shard writes
 * them before it commits; whoever owns it next begins with {@link #takeOver}, so that one counts
 * only if its event was committed. They go when the group or the stream is deleted. Safe for use by
 * many threads.
 */
public final class JobDeadLetters {

  private static final Column<String> JOB = Column.ofText("job");
  private static final Column<Integer> SHARD = Column.ofInt("shard");
  private static final Column<Long> POSITION = Column.ofLong("position");
  private static final Column<Long> WRITTEN = Column.ofLong("written");
  private static final Column<String> ID = Column.ofText("id");
  private static final Column<Bytes> EVENT = Column.ofBytes("event");
  private static final Column<String> REASON = Column.ofText("reason");
  private static final Column<Integer> ATTEMPTS = Column.ofInt("attempts");
  private static final Column<Instant> DIED = Column.ofInstant("died");

  /** A partition for each shard and group that a job follows. */
  public static final Table TABLE =
      Table.plain("job_dead_letters")
          .partitionedBy(JOB, SHARD)
          .clusteredBy(POSITION)
          .columns(WRITTEN, ID, EVENT, REASON, ATTEMPTS, DIED)
          .build();

  private static final int PAGE = 100;
  private static final long PAGE_BYTES_MAX = 16L << 20;

  private final Store store;
  private final CatalogStream stream;
  private final String group;

  /**
   * Those of a job.
   *
   * @param store with {@link #TABLE}
   * @param stream that it follows
   * @param group that keeps how far it is
   */
  public JobDeadLetters(Store store, CatalogStream stream, GroupId group) {
    this.store = store;
    this.stream = stream;
    this.group = group.toString();
  }

  /**
   * A dead letter.
   *
   * @param stored the event
   * @param reason why it is one, for people; cut behind 500 characters
   * @param attempts how often it was tried, from 0
   * @param died when it was set aside
   */
  public record Letter(StoredEvent stored, String reason, int attempts, Instant died) {

    private static final int REASON_CHARS_MAX = 500;

    /** Cuts the reason, and makes it a text that any store takes. */
    public Letter {
      String cut = reason.substring(0, Math.min(reason.length(), REASON_CHARS_MAX));
      reason = new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
  }

  /**
   * Deletes those of a group on an owned shard.
   *
   * @param site of the shard
   * @param group by its id
   * @return false if the shard was lost
   */
  public static boolean erase(ShardSite site, String group) {
    return site.write(partition(site.shard(), group), PlainBatch.Builder::deletePartition);
  }

  /**
   * Forgets those whose events are handled again, also what a former owner still writes of them.
   *
   * @param shard which is owned here
   * @param from the committed position
   * @param timestampMicros of this owner
   */
  public void takeOver(ShardId shard, Position from, long timestampMicros) {
    PartitionKey partition = partition(shard, group);
    store.write(
        PlainBatch.in(partition, timestampMicros)
            .delete(TABLE.rows().atLeast(POSITION.of(from.packed())))
            .build());
  }

  /**
   * Adds one, before its event is committed.
   *
   * @param letter of a shard that is owned here
   * @param timestampMicros of this owner
   */
  public void put(Letter letter, long timestampMicros) {
    StoredEvent stored = letter.stored();
    RecordBatch event = new RecordBatch(Micros.of(stored.appendTime()), List.of(stored.event()));
    RowKey key = key(stored.id());
    Row row =
        Row.of(
            key,
            WRITTEN.of(timestampMicros),
            ID.of(stored.id().toString()),
            EVENT.of(RecordBatchCodec.encode(event)),
            REASON.of(letter.reason()),
            ATTEMPTS.of(letter.attempts()),
            DIED.of(letter.died().truncatedTo(ChronoUnit.MILLIS)));
    store.write(PlainBatch.in(key.partition(), timestampMicros).put(row).build());
  }

  /**
   * Reads a page, which has about 16 MiB of events at most.
   *
   * @param max how many at most
   * @param after the last one of the page before; empty for the first page
   * @return by shard, and there by position; empty at the end
   */
  public List<Letter> read(int max, Optional<EventAddress> after) {
    int shard = after.map(EventAddress::shard).orElse(0);
    Position from = after.map(id -> id.position().next()).orElse(Position.START);
    List<Letter> found = List.of();
    for (; shard < stream.options().shards() && found.isEmpty(); shard++) {
      found = read(shard, from, max);
      from = Position.START;
    }
    return found;
  }

  private List<Letter> read(int shard, Position from, int max) {
    List<Letter> found = new ArrayList<>();
    long bytes = 0;
    Iterator<Row> rows =
        store.scan(
            Scan.of(
                partition(stream.shard(shard), group),
                TABLE.rows().atLeast(POSITION.of(from.packed()))));
    while (rows.hasNext() && found.size() < max && bytes < PAGE_BYTES_MAX) {
      Optional<Letter> letter = letter(rows.next());
      letter.ifPresent(found::add);
      bytes += letter.map(it -> RecordBatch.bytesAtMost(it.stored().event())).orElse(0);
    }
    return found;
  }

  /**
   * Looks at some or all, in their order.
   *
   * @param ids of their events, of which others are no matter; none for all
   * @param goesOn is given each, and says whether to go on
   */
  public void visit(List<EventAddress> ids, Predicate<Letter> goesOn) {
    boolean going = true;
    if (ids.isEmpty()) {
      List<Letter> page = read(PAGE, Optional.empty());
      while (going && !page.isEmpty()) {
        going = page.stream().allMatch(goesOn);
        page = read(PAGE, Optional.of(page.getLast().stored().id()));
      }
    } else {
      var _ = ids.stream().flatMap(id -> find(id).stream()).allMatch(goesOn);
    }
  }

  private Optional<Letter> find(EventAddress id) {
    return id.streamGeneration() == stream.id().generation()
            && id.shard() < stream.options().shards()
        ? store.get(key(id)).flatMap(JobDeadLetters::letter)
        : Optional.empty();
  }

  /**
   * Deletes one, unless it has died again meanwhile.
   *
   * @param letter as it was read
   * @return whether it was there
   */
  public boolean remove(Letter letter) {
    RowKey key = key(letter.stored().id());
    Optional<Row> row = store.get(key).filter(it -> letter(it).filter(letter::equals).isPresent());
    row.ifPresent(
        it -> store.write(PlainBatch.in(key.partition(), it.get(WRITTEN) + 1).delete(key).build()));
    return row.isPresent();
  }

  /**
   * Deletes some or all.
   *
   * @param ids of their events; none for all
   * @return how many were there
   */
  public int discard(List<EventAddress> ids) {
    int[] count = {0};
    visit(
        ids,
        letter -> {
          count[0] += remove(letter) ? 1 : 0;
          return true;
        });
    return count[0];
  }

  private RowKey key(EventAddress id) {
    return partition(stream.shard(id.shard()), group).row(POSITION.of(id.position().packed()));
  }

  private static PartitionKey partition(ShardId shard, String group) {
    return TABLE.partition(JOB.of(shard.stream() + "/" + group), SHARD.of(shard.number()));
  }

  /** Empty if its event cannot be read. */
  private static Optional<Letter> letter(Row row) {
    return RecordBatchCodec.decode(row.get(EVENT)) instanceof RecordBatch batch
        ? Optional.of(
            new Letter(
                new StoredEvent(
                    EventAddress.parse(row.get(ID)),
                    batch.events().getFirst(),
                    Micros.toInstant(batch.firstAppendMicros())),
                row.get(REASON),
                row.get(ATTEMPTS),
                row.get(DIED)))
        : Optional.empty();
  }
}
