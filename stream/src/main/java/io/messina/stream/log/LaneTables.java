package io.messina.stream.log;

import static io.messina.stream.log.LogColumns.BATCH;
import static io.messina.stream.log.LogColumns.EPOCH;
import static io.messina.stream.log.LogColumns.FIRST_APPEND_MICROS;
import static io.messina.stream.log.LogColumns.FIRST_SEQUENCE;
import static io.messina.stream.log.LogColumns.LOG;
import static io.messina.stream.log.LogColumns.SALT;
import static io.messina.stream.log.LogColumns.SEGMENT;
import static io.messina.stream.log.LogColumns.SHARD;
import static io.messina.stream.log.LogColumns.STREAM;

import io.messina.store.Bytes;
import io.messina.store.ClusteringRange;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The tables of lanes, and the layout of their rows. */
public final class LaneTables {

  /**
   * The segments of each lane. A row is written before the first row of its segment, and outlives
   * the segment's events.
   */
  public static final Table SEGMENTS =
      Table.plain("segments")
          .partitionedBy(STREAM, SHARD, EPOCH)
          .clusteredBy(SEGMENT)
          .columns(FIRST_SEQUENCE, FIRST_APPEND_MICROS, SALT, LOG)
          .expiring()
          .build();

  /** All tables of lanes. */
  public static final List<Table> ALL =
      Stream.concat(Stream.of(SEGMENTS), RetentionClass.logs().stream()).toList();

  private LaneTables() {}

  /**
   * Deletes all events and segments of a lane. A repeat changes nothing.
   *
   * @param store of the lanes
   * @param lane to which nothing is appended any more
   * @param timestamps of the shard's owner, which are above those of all rows of the lane
   */
  public static void erase(Store store, LaneId lane, WriteTimestamps timestamps) {
    List<PartitionKey> partitions = new ArrayList<>();
    store
        .scan(Scan.of(segments(lane)))
        .forEachRemaining(row -> partitions.add(log(lane, segment(row))));
    // Last, because without it nobody would find the others.
    partitions.add(segments(lane));
    partitions.forEach(
        each -> store.write(PlainBatch.in(each, timestamps.next()).deletePartition().build()));
  }

  static PartitionKey segments(LaneId lane) {
    return SEGMENTS.partition(
        STREAM.of(lane.shard().stream().toString()),
        SHARD.of(lane.shard().number()),
        EPOCH.of(lane.epoch()));
  }

  static ClusteringRange segmentsFrom(int number) {
    return SEGMENTS.rows().atLeast(SEGMENT.of(number));
  }

  static Row row(LaneId lane, Segment segment) {
    return Row.of(
        segments(lane).row(SEGMENT.of(segment.number())),
        FIRST_SEQUENCE.of(segment.firstSequence()),
        FIRST_APPEND_MICROS.of(segment.firstAppendMicros()),
        SALT.of(segment.salt()),
        LOG.of(segment.retention().log().name()));
  }

  static Segment segment(Row row) {
    return new Segment(
        row.get(SEGMENT),
        row.get(FIRST_SEQUENCE),
        row.get(FIRST_APPEND_MICROS),
        row.get(SALT),
        RetentionClass.ofLog(row.get(LOG)));
  }

  static PartitionKey log(LaneId lane, Segment segment) {
    return segment
        .retention()
        .log()
        .partition(
            STREAM.of(lane.shard().stream().toString()),
            SHARD.of(lane.shard().number()),
            EPOCH.of(lane.epoch()),
            SEGMENT.of(segment.number()),
            SALT.of(segment.salt()));
  }

  static ClusteringRange rowsFrom(Segment segment, long sequence) {
    return segment.retention().log().rows().atLeast(FIRST_SEQUENCE.of(sequence));
  }

  static ClusteringRange rowsUpTo(Segment segment, long sequence) {
    return segment.retention().log().rows().atMost(FIRST_SEQUENCE.of(sequence));
  }

  static Row row(LaneId lane, Segment segment, long firstSequence, Bytes batch) {
    return Row.of(log(lane, segment).row(FIRST_SEQUENCE.of(firstSequence)), BATCH.of(batch));
  }
}
