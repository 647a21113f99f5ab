package io.messina.stream.follow;

import io.messina.api.DeathCause;
import io.messina.api.Position;
import io.messina.runtime.Micros;
import io.messina.store.Bytes;
import io.messina.store.Cell;
import io.messina.store.ClusteringRange;
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
import io.messina.stream.StreamId;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.log.RecordBatch;
import io.messina.stream.log.RecordBatchCodec;
import io.messina.stream.owner.ShardSite;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * The events that a job has set aside, on all shards of its stream. The owner of a shard writes
 * them before it commits; the next owner begins with {@link #takeOver}. Safe for use by many
 * threads.
 */
public final class JobDeadLetters {

  private static final Column<Integer> SHARD = Column.ofInt("shard");
  private static final Column<Long> POSITION = Column.ofLong("position");
  private static final Column<Long> WRITTEN = Column.ofLong("written");
  private static final Column<String> ID = Column.ofText("id");
  private static final Column<Bytes> EVENT = Column.ofBytes("event");
  private static final Column<String> CAUSE = Column.ofText("cause");
  private static final Column<String> APPLIED = Column.ofText("applied");
  private static final Column<Integer> ATTEMPTS = Column.ofInt("attempts");
  private static final Column<Instant> DIED = Column.ofInstant("died");

  private static final Layout REFUSED = Layout.ofRefused("job_dead_letters");

  /** A partition for each shard and group of a job whose events are refused, as of a sink. */
  public static final Table TABLE = REFUSED.table();

  private static final long PAGE_BYTES_MAX = 16L << 20;

  private final Store store;
  private final Layout layout;
  private final StreamId stream;
  private final int shards;
  private final String job;

  /**
   * Those of a job.
   *
   * @param store with the table of the layout
   * @param layout of the rows
   * @param stream that the job follows
   * @param shards of the stream
   * @param group that keeps the position of the job
   */
  public JobDeadLetters(Store store, Layout layout, StreamId stream, int shards, GroupId group) {
    this.store = store;
    this.layout = layout;
    this.stream = stream;
    this.shards = shards;
    this.job = stream + "/" + group;
  }

  /**
   * The layout of the rows of a kind of jobs.
   *
   * @param table of the rows
   * @param jobColumn names the job
   * @param reasonColumn has the reason
   * @param keepsPlaces whether a job must not handle an event with a letter again: a row then
   *     outlives its letter, without the event, also when another owner takes over. Its rows say
   *     the cause, and whether the event was applied
   */
  public record Layout(
      Table table, Column<String> jobColumn, Column<String> reasonColumn, boolean keepsPlaces) {

    /** The layout of jobs that handle an event with a letter again after a seek. */
    private static Layout ofRefused(String table) {
      Column<String> job = Column.ofText("job");
      Column<String> reason = Column.ofText("reason");
      return new Layout(
          Table.plain(table)
              .partitionedBy(job, SHARD)
              .clusteredBy(POSITION)
              .columns(WRITTEN, ID, EVENT, reason, ATTEMPTS, DIED)
              .build(),
          job,
          reason,
          false);
    }

    /**
     * The layout of jobs that handle no event with a letter again.
     *
     * @param table its name
     * @param jobColumn names the job
     * @param reasonColumn has the reason
     * @param more a column of rows that are no letters, at positions below 0
     */
    public static Layout keepingPlaces(
        String table, Column<String> jobColumn, Column<String> reasonColumn, Column<Long> more) {
      return new Layout(
          Table.plain(table)
              .partitionedBy(jobColumn, SHARD)
              .clusteredBy(POSITION)
              .columns(WRITTEN, ID, EVENT, CAUSE, APPLIED, ATTEMPTS, reasonColumn, DIED, more)
              .build(),
          jobColumn,
          reasonColumn,
          true);
    }

    /**
     * Returns the key of a row that is no letter.
     *
     * @param job the stream and the group
     * @param shard its number
     * @param position below 0
     */
    public RowKey key(String job, int shard, long position) {
      return table.partition(jobColumn.of(job), SHARD.of(shard)).row(POSITION.of(position));
    }

    private ClusteringRange from(Position position) {
      return table.rows().atLeast(POSITION.of(position.packed()));
    }
  }

  /**
   * A dead letter.
   *
   * @param stored the event
   * @param cause the step that failed
   * @param applied whether a state has the event, such as {@code no}; empty where it has none
   * @param attempts the number of attempts, from 0
   * @param reason a sentence for people; cut after 500 characters
   * @param died the time at which it was set aside
   */
  public record Letter(
      StoredEvent stored,
      DeathCause cause,
      Optional<String> applied,
      int attempts,
      String reason,
      Instant died) {

    private static final int REASON_CHARS_MAX = 500;

    /** Cuts the reason, and makes it a text that any store takes. */
    public Letter {
      String cut = reason.substring(0, Math.min(reason.length(), REASON_CHARS_MAX));
      reason = new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
  }

  /**
   * Returns the letters of a job whose events are refused.
   *
   * @param store with {@link #TABLE}
   * @param stream that the job follows
   * @param group that keeps the position of the job
   */
  public static JobDeadLetters ofRefused(Store store, CatalogStream stream, GroupId group) {
    return new JobDeadLetters(store, REFUSED, stream.id(), stream.options().shards(), group);
  }

  /**
   * Deletes those of a group on an owned shard, of a job whose events are refused.
   *
   * @param site of the shard
   * @param group by its id
   * @return false if the shard was lost
   */
  public static boolean erase(ShardSite site, String group) {
    ShardId shard = site.shard();
    return site.write(
        REFUSED.key(shard.stream() + "/" + group, shard.number(), 0).partition(),
        PlainBatch.Builder::deletePartition);
  }

  /**
   * Takes a shard over: anything that a former owner still writes late does not count. Letters from
   * the position on are forgotten, as their events are handled again, unless the layout keeps their
   * places.
   *
   * @param shard its number
   * @param from the committed position
   * @param timestamps of this owner, in microseconds
   * @return the positions of events, from that one on, that must not be handled again
   */
  public Set<Long> takeOver(int shard, Position from, LongSupplier timestamps) {
    long cutMicros = timestamps.getAsLong();
    Set<Long> kept = new HashSet<>();
    if (layout.keepsPlaces) {
      // Kept before the cut, so that a crash in between loses none.
      long keptMicros = timestamps.getAsLong();
      rows(shard, from)
          .forEachRemaining(
              row -> {
                put(
                    letter(row)
                        .map(letter -> row(letter, keptMicros))
                        .orElseGet(() -> gone(row.key(), keptMicros)),
                    keptMicros);
                kept.add(row.key().get(POSITION));
              });
    }
    store.write(PlainBatch.in(partition(shard), cutMicros).delete(layout.from(from)).build());
    return kept;
  }

  /**
   * Adds one, before its event is committed.
   *
   * @param letter of a shard that is owned here
   * @param timestampMicros of this owner
   */
  public void put(Letter letter, long timestampMicros) {
    put(row(letter, timestampMicros), timestampMicros);
  }

  private void put(Row row, long timestampMicros) {
    store.write(PlainBatch.in(row.key().partition(), timestampMicros).put(row).build());
  }

  private Row row(Letter letter, long timestampMicros) {
    StoredEvent stored = letter.stored();
    RecordBatch event = new RecordBatch(Micros.of(stored.appendTime()), List.of(stored.event()));
    List<Cell<?>> cells =
        new ArrayList<>(
            List.of(
                WRITTEN.of(timestampMicros),
                ID.of(stored.id().toString()),
                EVENT.of(RecordBatchCodec.encode(event)),
                layout.reasonColumn.of(letter.reason()),
                ATTEMPTS.of(letter.attempts()),
                DIED.of(letter.died().truncatedTo(ChronoUnit.MILLIS))));
    if (layout.keepsPlaces) {
      cells.add(CAUSE.of(letter.cause().name()));
      cells.add(APPLIED.of(letter.applied().orElseThrow().toUpperCase(Locale.ROOT)));
    }
    return Row.of(key(stored.id()), cells.toArray(Cell<?>[]::new));
  }

  private static Row gone(RowKey key, long timestampMicros) {
    return Row.of(key, WRITTEN.of(timestampMicros));
  }

  /**
   * Reads a page, which has about 16 MiB of events at most.
   *
   * @param max the number of letters at most
   * @param after the last one of the page before; empty for the first page
   * @param ends the position of each shard at which its letters end
   * @return by shard, and in each by position; empty at the end
   */
  List<Letter> read(int max, Optional<EventAddress> after, IntFunction<Position> ends) {
    int shard = after.map(EventAddress::shard).orElse(0);
    Position from = after.map(id -> id.position().next()).orElse(Position.START);
    List<Letter> found = List.of();
    for (; shard < shards && found.isEmpty(); shard++) {
      found = read(shard, from, ends.apply(shard), max);
      from = Position.START;
    }
    return found;
  }

  private List<Letter> read(int shard, Position from, Position end, int max) {
    List<Letter> found = new ArrayList<>();
    long bytes = 0;
    Iterator<Row> rows = rows(shard, from);
    while (rows.hasNext() && found.size() < max && bytes < PAGE_BYTES_MAX) {
      Row row = rows.next();
      if (row.key().get(POSITION) >= end.packed()) {
        break;
      }
      Optional<Letter> letter = letter(row);
      letter.ifPresent(found::add);
      bytes += letter.map(it -> RecordBatch.bytesAtMost(it.stored().event())).orElse(0);
    }
    return found;
  }

  private Iterator<Row> rows(int shard, Position from) {
    return store.scan(Scan.of(partition(shard), layout.from(from)));
  }

  int shards() {
    return shards;
  }

  /** Returns the letter of an event; empty if it has none, or is of another stream. */
  Optional<Letter> find(EventAddress id) {
    return id.streamGeneration() == stream.generation() && id.shard() < shards
        ? store.get(key(id)).flatMap(this::letter)
        : Optional.empty();
  }

  /**
   * Deletes one, unless it has died again since it was read, or a later owner has taken it over.
   *
   * @param letter as it was read
   * @return whether it existed
   */
  boolean remove(Letter letter) {
    RowKey key = key(letter.stored().id());
    Optional<Row> found =
        store.get(key).filter(row -> letter(row).filter(letter::equals).isPresent());
    found.ifPresent(
        row -> {
          long timestampMicros = row.get(WRITTEN) + 1;
          PlainBatch.Builder batch = PlainBatch.in(key.partition(), timestampMicros);
          store.write(
              (layout.keepsPlaces ? batch.put(gone(key, timestampMicros)) : batch.delete(key))
                  .build());
        });
    return found.isPresent();
  }

  private RowKey key(EventAddress id) {
    return layout.key(job, id.shard(), id.position().packed());
  }

  private PartitionKey partition(int shard) {
    return layout.key(job, shard, 0).partition();
  }

  /** Empty if it was redriven or discarded, or its event cannot be read. */
  private Optional<Letter> letter(Row row) {
    return row.find(EVENT)
        .map(RecordBatchCodec::decode)
        .filter(RecordBatch.class::isInstance)
        .map(RecordBatch.class::cast)
        .map(
            batch ->
                new Letter(
                    new StoredEvent(
                        EventAddress.parse(row.get(ID)),
                        batch.event(0),
                        Micros.toInstant(batch.firstAppendMicros())),
                    layout.keepsPlaces ? DeathCause.valueOf(row.get(CAUSE)) : DeathCause.REJECTED,
                    layout.keepsPlaces
                        ? Optional.of(row.get(APPLIED).toLowerCase(Locale.ROOT))
                        : Optional.empty(),
                    row.get(ATTEMPTS),
                    row.get(layout.reasonColumn),
                    row.get(DIED)));
  }
}
