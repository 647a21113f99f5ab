package io.messina.stream.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.api.SourceBatch;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.log.LaneBatching.Flush;
import io.messina.stream.log.RecordBatch.BatchPart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

final class LaneBatchingTest {

  private static final LaneSettings SETTINGS =
      new LaneSettings(
          Optional.empty(),
          Salts.NONE,
          new LaneLimits(Duration.ofSeconds(1), 1 << 20, 1L << 40),
          LaneSettings.ATTEMPTS);

  /** Appends of some sizes, with a flush behind each of which the clock may go back. */
  @Property(tries = 200)
  void every_event_is_placed_once_in_order_without_holes_and_time_never_goes_back(
      @ForAll @Size(min = 1, max = 12) List<@IntRange(min = 1, max = 40) Integer> counts,
      @ForAll @IntRange(max = 100_000) int payloadBytes,
      @ForAll @IntRange(max = 3) int shownBehind,
      @ForAll @Size(min = 1, max = 12) List<@LongRange(max = 3_000_000) Long> clock) {
    LaneBatching batching = new LaneBatching(LaneRoom.LANE, SETTINGS, 5_000);
    List<Flush> flushes = new ArrayList<>();
    List<Append> complete = new ArrayList<>();
    for (int i = 0; i < counts.size() || batching.isDue(); i++) {
      if (i < counts.size()) {
        batching.admit(append(counts.get(i), payloadBytes));
      }
      Flush flush = batching.begin(clock.get(i % clock.size()));
      assertThat(batching.isDue()).isFalse();
      flushes.add(flush);
      batching.written(bytes(flush));
      if (flushes.size() > shownBehind) {
        complete.addAll(batching.shown());
      }
    }
    while (!batching.isAtRest()) {
      complete.addAll(batching.shown());
    }

    assertThat(batching.waitingBytes()).isZero();
    assertThat(complete).hasSize(counts.size());
    List<Position> positions =
        complete.stream()
            .flatMap(append -> LaneRoom.positions(append.appended()).stream())
            .toList();
    assertThat(positions).hasSize(counts.stream().mapToInt(count -> count).sum()).isSorted();
    checkChain(flushes);
  }

  private static void checkChain(List<Flush> flushes) {
    long sequence = 0;
    long micros = 5_000;
    long segmentBytes = 0;
    int segment = -1;
    for (Flush flush : flushes) {
      assertThat(flush.firstSequence()).isEqualTo(sequence);
      assertThat(flush.batch().firstAppendMicros()).isGreaterThanOrEqualTo(micros);
      assertThat(flush.segment().number()).isEqualTo(flush.begins() ? segment + 1 : segment);
      segmentBytes = (flush.begins() ? 0 : segmentBytes) + bytes(flush);
      assertThat(segmentBytes)
          .isLessThanOrEqualTo(Math.max(bytes(flush), SETTINGS.limits().segmentBytesMax()));
      assertThat(flush.batch().firstAppendMicros() - flush.segment().firstAppendMicros())
          .isLessThan(1_000_000);
      sequence = flush.endSequence();
      micros = flush.batch().endMicros();
      segment = flush.segment().number();
    }
  }

  @Property(tries = 100)
  void closing_answers_every_append_that_is_not_complete_once(
      @ForAll @IntRange(min = 1, max = 30) int before,
      @ForAll @IntRange(max = 30) int after,
      @ForAll @IntRange(max = 3) int durable,
      @ForAll @IntRange(max = 60_000) int payloadBytes) {
    LaneBatching batching = new LaneBatching(LaneRoom.LANE, SETTINGS, 0);
    List<Append> all = new ArrayList<>();
    for (int i = 0; i < before; i++) {
      all.add(append(2, payloadBytes));
    }
    all.forEach(batching::admit);
    for (int i = 0; i < durable && batching.isDue(); i++) {
      batching.written(bytes(batching.begin(1)));
    }
    if (batching.isDue()) {
      batching.begin(1);
    }
    for (int i = 0; i < after; i++) {
      all.add(append(1, payloadBytes));
      batching.admit(all.getLast());
    }

    List<Append> left = batching.close();

    assertThat(left).containsExactlyElementsOf(all);
    assertThat(left.getFirst().isBegun()).isTrue();
    assertThat(batching.isDue()).isFalse();
  }

  @Example
  void the_next_flush_waits_for_some_that_are_durable_to_be_shown() {
    LaneBatching batching = new LaneBatching(LaneRoom.LANE, SETTINGS, 0);
    int durable = 0;
    for (; durable < 10; durable++) {
      batching.admit(append(1, 10));
      if (!batching.isDue()) {
        break;
      }
      batching.written(bytes(batching.begin(1)));
    }
    assertThat(durable).isEqualTo(4);

    batching.shown();

    assertThat(batching.isDue()).isTrue();
  }

  @Example
  void append_times_are_raised_also_while_a_flush_is_on_its_way() {
    LaneBatching batching = new LaneBatching(LaneRoom.LANE, SETTINGS, 0);
    batching.admit(append(1, 10));
    Flush first = batching.begin(1_000);
    batching.notBefore(7_000);
    batching.written(bytes(first));
    batching.notBefore(6_000);
    batching.admit(append(1, 10));

    assertThat(batching.begin(1_001).batch().firstAppendMicros()).isEqualTo(7_000);
  }

  @Example
  void rows_tell_how_much_they_have_of_a_numbered_batch() {
    LaneBatching batching = new LaneBatching(LaneRoom.LANE, SETTINGS, 0);
    batching.admit(numbered(5, 100_000, 0));
    batching.admit(numbered(1, 10, 0));
    batching.admit(numbered(3, 100_000, 7));
    batching.admit(append(5, 100_000));

    List<BatchPart> parts = new ArrayList<>();
    List<Integer> counts = new ArrayList<>();
    while (batching.isDue()) {
      Flush flush = batching.begin(0);
      batching.written(bytes(flush));
      batching.shown();
      parts.add(flush.batch().part());
      counts.add(flush.batch().events().size());
    }

    assertThat(parts)
        .containsExactly(
            new BatchPart(0, true),
            new BatchPart(2, true),
            new BatchPart(4, false),
            new BatchPart(7, true),
            new BatchPart(9, false),
            BatchPart.WHOLE,
            BatchPart.WHOLE);
    assertThat(counts).containsExactly(2, 2, 2, 2, 2, 2, 2);
  }

  private static Append numbered(int count, int payloadBytes, int firstIndex) {
    Event event =
        Event.builder(Bytes.wrap(new byte[payloadBytes]))
            .sourceBatch(new SourceBatch("s", payloadBytes + firstIndex))
            .build();
    return new Append(EventRun.of(Collections.nCopies(count, event)), firstIndex);
  }

  private static Append append(int count, int payloadBytes) {
    return new Append(
        EventRun.of(Collections.nCopies(count, Event.of(Bytes.wrap(new byte[payloadBytes])))), 0);
  }

  private static long bytes(Flush flush) {
    return flush.batch().events().stream().mapToLong(RecordBatch::bytesAtMost).sum();
  }
}
