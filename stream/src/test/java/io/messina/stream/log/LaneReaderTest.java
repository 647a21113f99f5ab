package io.messina.stream.log;

import static io.messina.stream.log.LaneRoom.LANE;
import static io.messina.stream.log.LaneRoom.RETENTION;
import static io.messina.stream.log.LaneRoom.TWO_ROWS_A_SEGMENT;
import static io.messina.stream.log.LaneRoom.at;
import static io.messina.stream.log.LaneRoom.events;
import static io.messina.stream.log.LaneRoom.shown;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.runtime.CacheBudget;
import io.messina.store.Bytes;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.stream.log.LaneEnds.LaneEnd;
import io.messina.stream.log.LogItem.StoredBatch;
import io.messina.testkit.StoreOperations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class LaneReaderTest {

  private static final long LATER_MICROS = 1_767_225_900_000_000L;

  @AutoClose private LaneRoom room = new LaneRoom(TWO_ROWS_A_SEGMENT);

  @Test
  void rows_come_in_order_over_segments_and_whole_where_reading_begins_within() {
    room.run(() -> IntStream.range(0, 4).forEach(_ -> room.append(2)));

    assertThat(shown(room.read(0, 8)))
        .containsExactly(
            "StoredBatch 0-2", "StoredBatch 2-4", "StoredBatch 4-6", "StoredBatch 6-8");
    assertThat(shown(room.read(3, 6))).containsExactly("StoredBatch 2-4", "StoredBatch 4-6");
    assertThat(shown(room.read(7, 8))).containsExactly("StoredBatch 6-8");
    assertThat(room.read(8, 8)).isEmpty();
  }

  @Test
  void a_row_behind_the_cut_does_not_come() {
    room.appendEach(4);

    for (int cut = 1; cut <= 4; cut++) {
      assertThat(room.read(0, cut)).hasSize(cut);
      assertThat(new LaneEnds(room.stores.direct()).behind(LANE, cut, 10)).hasSize(4 - cut);
    }
  }

  @Test
  void a_damaged_row_is_set_aside_with_its_place_and_reading_goes_on() {
    room.appendEach(5);
    damage(0, 1);
    damage(2, 4);

    assertThat(shown(room.read(0, 5)))
        .containsExactly(
            "StoredBatch 0-1",
            "DamagedRow 1-2",
            "StoredBatch 2-3",
            "StoredBatch 3-4",
            "DamagedRow 4-5");
    assertThat(shown(room.read(1, 3))).containsExactly("DamagedRow 1-2", "StoredBatch 2-3");
  }

  @Test
  void a_lane_ends_behind_its_last_row_also_if_that_is_damaged() {
    assertThat(room.end()).isEqualTo(new LaneEnd(LANE, 0, 0, false));
    room.run(() -> room.append(3));
    LaneEnd whole = room.end();
    RecordBatch last = ((StoredBatch) room.read(0, 3).getFirst()).batch();
    assertThat(whole).isEqualTo(new LaneEnd(LANE, 3, last.firstAppendMicros() + 3, false));

    damage(0, 0);
    assertThat(room.end().cut()).isEqualTo(1);
    assertThat(shown(room.read(0, 1))).containsExactly("DamagedRow 0-1");
  }

  @Test
  void finding_an_end_costs_two_reads() {
    room.appendEach(50);

    StoreOperations cost = room.run(() -> new LaneEnds(room.store).find(LANE));

    assertThat(cost).isEqualTo(new StoreOperations(0, 0, 2, 0, 0));
  }

  @Test
  void what_has_expired_is_counted_once_and_the_floor_jumps() {
    room.appendEach(3);
    room.simulation.runFor(RETENTION.minusHours(1));
    room.appendEach(2);
    room.simulation.runFor(Duration.ofHours(2));
    ShardLog log = room.log(room.stores.direct(), Map.of(1, 5L), Set.of());

    for (int i = 0; i < 2; i++) {
      assertThat(shown(items(log, Position.START)))
          .endsWith("StoredBatch 3-4", "StoredBatch 4-5")
          .contains("MissingRows 0-2", "MissingRows 2-3");
      assertThat(log.floor()).isEqualTo(at(3));
      assertThat(log.expiredCount()).isEqualTo(3);
    }
  }

  @Test
  void segments_of_which_nothing_is_left_are_not_read() {
    room.appendEach(40);
    room.simulation.runFor(RETENTION.plusHours(1));
    room.appendEach(2);
    List<LogItem> items = new ArrayList<>();

    StoreOperations cost =
        room.run(
            () ->
                new LaneSegments(room.store, LANE, false)
                    .read(0, 42, false, room.node.clock().instant())
                    .forEachRemaining(items::add));

    assertThat(shown(items))
        .startsWith("MissingRows 0-2")
        .endsWith("MissingRows 38-40", "StoredBatch 40-41", "StoredBatch 41-42");
    assertThat(cost.scanPages()).isLessThan(12);
  }

  @Test
  void the_end_of_a_lane_is_the_same_whatever_has_expired_by_the_clock_of_who_looks_for_it() {
    room.appendEach(5);
    room.simulation.runFor(RETENTION.plusHours(1));

    assertThat(room.end().cut()).isEqualTo(5);

    room.appendEach(1);
    assertThat(room.end().cut()).isEqualTo(6);
  }

  @Test
  void seeking_a_time_finds_a_place_at_or_before_its_first_event() {
    room.appendEach(5);
    ShardLog log = room.log(room.stores.direct(), Map.of(1, 5L, 2, 0L), Set.of());

    for (LogItem item : items(log, Position.START)) {
      long micros = ((StoredBatch) item).batch().firstAppendMicros();
      long sought = log.seek(micros).sequence();
      assertThat(item.first().sequence() - sought).isBetween(0L, 2L);
      assertThat(log.seek(micros + 1).sequence()).isEqualTo(item.first().sequence() / 2 * 2);
    }
    assertThat(log.seek(0)).isEqualTo(Position.START);
    assertThat(log.seek(Long.MAX_VALUE)).isEqualTo(at(4));
  }

  @Test
  void a_last_row_that_was_damaged_when_its_lane_was_cut_stays_so_for_all_readers() {
    room = room.with(LaneLimits.DEFAULT);
    room.appendEach(3);
    List<LogItem> before = room.read(0, 3);
    damage(0, 2);
    LaneEnd end = room.end();
    assertThat(end.cut()).isEqualTo(3);
    assertThat(end.damaged()).isTrue();
    repair(((StoredBatch) before.getLast()).batch());
    assertThat(room.end().damaged()).isFalse();
    ShardLog log = room.log(room.stores.direct(), Map.of(1, 3L), Set.of(1));

    for (ShardLog each : List.of(log, log.former())) {
      assertThat(shown(items(each, Position.START)))
          .containsExactly("StoredBatch 0-1", "StoredBatch 1-2", "DamagedRow 2-3");
    }
  }

  @Test
  void the_segments_of_a_lane_are_read_once() {
    room.appendEach(20);
    ShardLog log = room.log(room.store, Map.of(1, 20L), Set.of());

    assertThat(room.run(() -> log.read(at(7)).next()).scanPages()).isEqualTo(2);
    assertThat(room.run(() -> log.read(at(2)).next()).scanPages()).isEqualTo(1);
    assertThat(room.run(() -> log.seek(Long.MAX_VALUE))).isEqualTo(StoreOperations.NONE);
  }

  @Test
  void a_caught_up_consumer_reads_nothing_from_the_store() {
    room = room.with(LaneLimits.DEFAULT);
    ShardLog log = room.log(room.store, room.tail);
    room.appendEach(10);
    assertThat(room.run(() -> assertThat(items(log, at(4))).hasSize(6)))
        .isEqualTo(StoreOperations.NONE);
    assertThat(room.run(() -> assertThat(items(log, at(10))).isEmpty()))
        .isEqualTo(StoreOperations.NONE);
    assertThat(log.end()).isEqualTo(at(10));
  }

  @Test
  void what_has_expired_is_not_read_from_memory_either() {
    room = room.with(LaneLimits.DEFAULT);
    ShardLog log = room.log(room.store, room.tail);
    assertThat(room.run(() -> room.append(2))).isNotNull();
    room.appendEach(2);
    room.simulation.runFor(LaneRoom.RETENTION.minusMinutes(1));
    assertThat(shown(items(log, Position.START))).allMatch(item -> item.startsWith("StoredBatch"));

    room.simulation.runFor(Duration.ofHours(2));

    assertThat(shown(items(log, at(1))))
        .containsExactly("MissingRows 1-2", "MissingRows 2-3", "MissingRows 3-4");
    room.appendEach(1);
    assertThat(shown(items(log, at(2)))).endsWith("MissingRows 3-4", "StoredBatch 4-5");
    assertThat(log.withExpired().end()).isEqualTo(log.end());
    assertThat(shown(items(log.withExpired(), at(3)))).startsWith("StoredBatch 3-4");
  }

  @Test
  void the_tail_is_bounded_and_what_it_lacks_is_read() {
    room = room.with(LaneLimits.DEFAULT);
    room.appendEach(10);
    TailCache small = new TailCache(100, new CacheBudget(Long.MAX_VALUE, () -> 0));
    room.read(0, 10).forEach(item -> small.add((StoredBatch) item));

    assertThat(small.from(at(0))).isEmpty();
    assertThat(small.from(at(8)).orElseThrow()).hasSize(2);
    assertThat(items(room.log(room.stores.direct(), small), Position.START)).hasSize(10);
  }

  @Test
  void the_tail_of_an_idle_lane_is_given_back_and_read_from_the_store() {
    room = room.with(LaneLimits.DEFAULT);
    room.appendEach(10);
    List<StoredBatch> batches = room.read(0, 10).stream().map(StoredBatch.class::cast).toList();
    long bytes = batches.stream().mapToLong(StoredBatch::memoryBytes).sum();
    CacheBudget budget = new CacheBudget(bytes + bytes / 2, () -> 0);
    TailCache idle = new TailCache(1 << 20, budget);
    TailCache busy = new TailCache(1 << 20, budget);
    batches.forEach(idle::add);
    batches.forEach(busy::add);

    assertThat(idle.from(at(9))).isEmpty();
    assertThat(busy.from(at(0)).orElseThrow()).isEqualTo(batches);
    assertThat(budget.usedBytes()).isEqualTo(bytes);
    ShardLog log = room.log(room.stores.direct(), idle);
    assertThat(items(log, Position.START)).isEqualTo(batches);
    idle.add(batches.getLast());
    assertThat(idle.from(at(9)).orElseThrow()).hasSize(1);
    assertThat(items(log, Position.START)).isEqualTo(batches);
    idle.close();
    busy.close();
    assertThat(budget.usedBytes()).isZero();
  }

  private static List<LogItem> items(ShardLog log, Position from) {
    List<LogItem> items = new ArrayList<>();
    log.read(from).forEachRemaining(items::add);
    return items;
  }

  private void damage(int segment, long firstSequence) {
    byte[] value = RecordBatchCodec.encode(new RecordBatch(1, events(1))).toArray();
    value[value.length / 2] ^= 1;
    put(segment, firstSequence, Bytes.wrap(value), LATER_MICROS);
  }

  private void repair(RecordBatch last) {
    put(0, 2, RecordBatchCodec.encode(last), LATER_MICROS + 1);
  }

  private void put(int segment, long firstSequence, Bytes value, long timestampMicros) {
    Segment where =
        new LaneSegments(room.stores.direct(), LANE, false).below(Long.MAX_VALUE).get(segment);
    Row row = LaneTables.row(LANE, where, firstSequence, value);
    room.stores
        .direct()
        .write(PlainBatch.in(row.key().partition(), timestampMicros).put(row).build());
  }
}
