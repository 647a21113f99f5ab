package io.messina.stream.append;

import static io.messina.stream.append.DueBuckets.Place.OPEN;
import static io.messina.stream.append.DueBuckets.Place.OVER;
import static io.messina.stream.append.DueBuckets.Place.UNMARKED;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import io.messina.store.Bytes;
import io.messina.store.PlainBatch;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.delivery.WriteNeed;
import io.messina.stream.owner.SavedState;
import io.messina.testkit.SimulatedStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

final class DueBucketsTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
  private static final long BUCKET = DueBuckets.bucketOf(NOON);
  private static final Schedule.Place PLACE = new Schedule.Place(NOON, "id");
  private static final ShardId SHARD = new ShardId(new StreamId(new StreamName("edits"), 1), 0);

  private final DueBuckets buckets = new DueBuckets(new SavedState(Map.of()));

  @Property
  void a_time_lies_within_its_bucket(
      @ForAll @LongRange(min = -100_000, max = 4_000_000_000L) long seconds) {
    Instant due = Instant.ofEpochSecond(seconds);
    long bucket = DueBuckets.bucketOf(due);

    assertThat(due).isBefore(DueBuckets.endOf(bucket));
    assertThat(due).isAfterOrEqualTo(DueBuckets.endOf(bucket - 1));
  }

  @Example
  void a_bucket_is_marked_before_anything_is_written_to_it() {
    assertThat(buckets.begin(NOON, NOON)).isEqualTo(UNMARKED);
    buckets.open(BUCKET);
    assertThat(buckets.begin(NOON, NOON)).isEqualTo(OPEN);
  }

  @Example
  void an_empty_schedule_asks_for_nothing() {
    assertThat(buckets.due(NOON)).isEmpty();
    assertThat(buckets.nextWake(NOON)).isEmpty();
    assertThat(buckets.need()).isEqualTo(WriteNeed.NONE);
  }

  @Example
  void buckets_come_due_from_the_oldest_on() {
    buckets.open(BUCKET + 2);
    assertThat(buckets.nextWake(NOON)).contains(DueBuckets.endOf(BUCKET + 1));
    buckets.open(BUCKET);
    buckets.open(BUCKET - 1);

    assertThat(buckets.due(NOON)).containsExactly(BUCKET - 1, BUCKET);
  }

  @Example
  void a_bucket_is_read_for_the_last_time_once_it_is_over_and_all_that_was_begun_has_ended() {
    Instant over = DueBuckets.endOf(BUCKET);
    buckets.open(BUCKET);
    buckets.begin(NOON, NOON);

    assertThat(buckets.seal(BUCKET, over.minusMillis(1)).isLast()).isFalse();
    assertThat(buckets.seal(BUCKET, over).isLast()).isFalse();
    buckets.end(NOON);
    assertThat(buckets.seal(BUCKET, over.minusMillis(1)).isLast()).isTrue();

    // The clock is set back: what would be written now, no read would find.
    assertThat(buckets.begin(NOON, NOON)).isEqualTo(OVER);
    buckets.close(BUCKET);
    assertThat(buckets.due(over)).isEmpty();
  }

  @Example
  void behind_a_seal_nothing_is_written_but_what_was_begun_before() {
    Instant due = NOON.plusMillis(5);
    Instant later = NOON.plusMillis(20);
    buckets.open(BUCKET);
    buckets.begin(due, NOON);

    DueBuckets.Seal seal = buckets.seal(BUCKET, later);
    assertThat(seal.quiet()).isEqualTo(due);
    assertThat(buckets.begin(due, later)).isEqualTo(OVER);
    assertThat(buckets.begin(later, later)).isEqualTo(OVER);
    assertThat(buckets.begin(later.plusMillis(1), later)).isEqualTo(OPEN);
    buckets.end(due);
    assertThat(buckets.seal(BUCKET, later).quiet()).isEqualTo(later.plusMillis(1));
    assertThat(buckets.done(BUCKET, seal, PLACE)).isTrue();
    assertThat(buckets.seal(BUCKET, later).done()).contains(PLACE);
  }

  @Example
  void where_the_clock_is_set_back_a_seal_is_lifted_and_no_longer_holds() {
    Instant due = NOON.plusMillis(5);
    buckets.open(BUCKET);
    DueBuckets.Seal seal = buckets.seal(BUCKET, NOON.plusMillis(20));
    buckets.done(BUCKET, seal, PLACE);

    assertThat(buckets.begin(due, NOON)).isEqualTo(OPEN);
    assertThat(buckets.done(BUCKET, seal, PLACE)).isFalse();
    assertThat(buckets.seal(BUCKET, NOON.plusMillis(20)).quiet()).isEqualTo(due);
    assertThat(buckets.seal(BUCKET, NOON.plusMillis(20)).done()).isEmpty();
  }

  @Example
  void an_open_bucket_is_read_at_first_and_then_when_an_event_is_due_or_it_is_over() {
    buckets.open(BUCKET);
    assertThat(buckets.isDue(BUCKET, NOON)).isTrue();
    buckets.seal(BUCKET, NOON);
    assertThat(buckets.nextWake(NOON)).contains(DueBuckets.endOf(BUCKET));

    Instant due = NOON.plusMillis(5);
    buckets.begin(due, NOON);
    buckets.end(due);
    assertThat(buckets.nextWake(NOON)).contains(due);
    assertThat(buckets.isDue(BUCKET, NOON)).isFalse();
    assertThat(buckets.isDue(BUCKET, due)).isTrue();
    buckets.seal(BUCKET, due);
    assertThat(buckets.isDue(BUCKET, DueBuckets.endOf(BUCKET))).isTrue();
  }

  @Example
  void delayed_events_stand_in_the_order_in_which_they_come_due() {
    Store store = SimulatedStore.calm(() -> NOON);
    store.create(Schedule.TABLE);
    Schedule.Delayed late = delayed(2_000, "a");
    Schedule.Delayed early = delayed(1_000, "b");
    for (Schedule.Delayed each : List.of(late, early)) {
      store.write(
          PlainBatch.in(Schedule.partition(SHARD, BUCKET), 1)
              .put(Schedule.row(SHARD, each))
              .build());
    }

    List<Schedule.Delayed> found = new ArrayList<>();
    store
        .scan(Scan.of(Schedule.partition(SHARD, BUCKET)))
        .forEachRemaining(row -> found.add(Schedule.delayed(row)));
    assertThat(found).containsExactly(early, late);
  }

  private static Schedule.Delayed delayed(long millis, String id) {
    return new Schedule.Delayed(NOON.plusMillis(millis), id, Bytes.utf8("event"));
  }
}
