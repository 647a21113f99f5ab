package io.messina.stream.group;

import io.messina.api.DeathCause;
import io.messina.runtime.Micros;
import io.messina.store.Bytes;
import io.messina.store.ClusteringRange;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Table;
import io.messina.stream.EventAddress;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.delivery.DeadLetter;
import io.messina.stream.log.DecodedBatch;
import io.messina.stream.log.RecordBatch;
import io.messina.stream.log.RecordBatchCodec;
import io.messina.stream.owner.DeadEvent;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * The table of dead letters. A partition is one group on one shard. Its rows are ordered by
 * position rather than by event id, so that they can be read in the order of the shard, and from
 * the group's first unfinished event. A row contains the event itself, because it outlives the log.
 */
public final class DeadLetterTable {

  private static final Column<String> STREAM = Column.ofText("stream");
  private static final Column<Integer> SHARD = Column.ofInt("shard");
  private static final Column<String> GROUP = Column.ofText("consumer_group");
  private static final Column<Long> POSITION = Column.ofLong("position");
  private static final Column<String> ID = Column.ofText("id");
  private static final Column<Bytes> EVENT = Column.ofBytes("event");
  private static final Column<String> CAUSE = Column.ofText("cause");
  private static final Column<Integer> ATTEMPTS = Column.ofInt("attempts");
  private static final Column<Integer> RUN = Column.ofInt("run");
  private static final Column<Bytes> FAILURES = Column.ofBytes("failures");
  private static final Column<Instant> DIED = Column.ofInstant("died");

  public static final Table DEAD_LETTERS =
      Table.plain("dead_letters")
          .partitionedBy(STREAM, SHARD, GROUP)
          .clusteredBy(POSITION)
          .columns(ID, EVENT, CAUSE, ATTEMPTS, RUN, FAILURES, DIED)
          .build();

  private DeadLetterTable() {}

  static PartitionKey partition(ShardId shard, String group) {
    return DEAD_LETTERS.partition(
        STREAM.of(shard.stream().toString()), SHARD.of(shard.number()), GROUP.of(group));
  }

  static RowKey key(PartitionKey partition, long position) {
    return partition.row(POSITION.of(position));
  }

  static ClusteringRange from(long position) {
    return DEAD_LETTERS.rows().atLeast(POSITION.of(position));
  }

  static ClusteringRange between(long first, long last) {
    return DEAD_LETTERS.rows().atLeast(POSITION.of(first)).atMost(POSITION.of(last));
  }

  static Row row(PartitionKey partition, DeadEvent dead) {
    StoredEvent stored = dead.stored();
    long appendMicros = Micros.of(stored.appendTime());
    DeadLetter letter = dead.letter();
    return Row.of(
        key(partition, letter.position()),
        ID.of(stored.id().toString()),
        EVENT.of(RecordBatchCodec.encode(new RecordBatch(appendMicros, List.of(stored.event())))),
        CAUSE.of(letter.cause().name()),
        ATTEMPTS.of(letter.attempts()),
        RUN.of(letter.run()),
        FAILURES.of(FailuresCodec.encode(letter.failures())),
        DIED.of(dead.died().truncatedTo(ChronoUnit.MILLIS)));
  }

  /** Decodes a row; empty if its event cannot be read. */
  static Optional<DeadEvent> dead(Row row) {
    DecodedBatch decoded = RecordBatchCodec.decode(row.get(EVENT));
    return decoded instanceof RecordBatch batch
        ? Optional.of(new DeadEvent(stored(row, batch), letter(row), row.get(DIED)))
        : Optional.empty();
  }

  private static StoredEvent stored(Row row, RecordBatch batch) {
    return new StoredEvent(
        EventAddress.parse(row.get(ID)),
        batch.event(0),
        Micros.toInstant(batch.firstAppendMicros()));
  }

  private static DeadLetter letter(Row row) {
    return new DeadLetter(
        row.get(POSITION),
        row.get(RUN),
        DeathCause.valueOf(row.get(CAUSE)),
        row.get(ATTEMPTS),
        FailuresCodec.decode(row.get(FAILURES)));
  }
}
