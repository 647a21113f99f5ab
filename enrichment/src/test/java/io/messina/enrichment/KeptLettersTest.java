package io.messina.enrichment;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.DeathCause;
import io.messina.api.EventId;
import io.messina.api.GroupName;
import io.messina.api.Position;
import io.messina.api.Redrive;
import io.messina.store.Bytes;
import io.messina.store.PlainBatch;
import io.messina.store.RowKey;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.GroupId;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamId;
import io.messina.stream.follow.JobDeadLetters;
import io.messina.stream.follow.JobDeadLetters.Letter;
import io.messina.stream.follow.JobLetters;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Letters of an owner, and what another one makes of them that takes over. */
class KeptLettersTest extends EnrichmentFixture {

  private final AtomicLong clock = new AtomicLong(System.nanoTime() / 1_000);
  private JobDeadLetters letters;
  private OfferedEvents offered;

  @BeforeEach
  void begin() {
    EnrichmentTables.ALL.forEach(store::create);
    letters =
        new JobDeadLetters(
            store,
            OfferedEvents.LAYOUT,
            new StreamId(EDITS, 1),
            1,
            new GroupId(new GroupName("all"), 1));
    offered = new OfferedEvents(store, "edits~1/all~1", 0);
  }

  @Test
  void a_letter_that_a_former_owner_stores_after_the_cut_is_none() {
    long former = clock.incrementAndGet();
    letters.put(letter(5), clock.incrementAndGet());
    assertThat(letters.takeOver(0, Position.unpack(3), clock::incrementAndGet)).containsExactly(5L);
    letters.put(letter(6), former);
    assertThat(positions()).containsExactly(5L);
    assertThat(letters.takeOver(0, Position.unpack(3), clock::incrementAndGet)).containsExactly(5L);
  }

  @Test
  void a_letter_that_the_next_owner_cuts_is_not_redriven_by_its_id() {
    Letter late = letter(5);
    letters.put(late, clock.incrementAndGet());
    List<Letter> again = new ArrayList<>();
    JobLetters.Redriving redriving =
        new JobLetters.Redriving() {

          @Override
          public Position end(int shard) {
            RowKey key = OfferedEvents.LAYOUT.key("edits~1/all~1", shard, 0);
            store.write(
                PlainBatch.in(key.partition(), clock.incrementAndGet()).deletePartition().build());
            return Position.unpack(9);
          }

          @Override
          public int again(List<Letter> batch, Predicate<Letter> remove) {
            again.addAll(batch);
            return batch.size();
          }
        };
    assertThat(positions()).containsExactly(5L);
    Redrive redrive = Redrive.of(List.of(new EventId(late.stored().id().toString())));
    assertThat(new JobLetters(context.time(), letters, redriving).redrive(redrive)).isZero();
    assertThat(again).isEmpty();
  }

  @Test
  void letters_below_the_committed_position_stay_as_they_are() {
    letters.put(letter(2), clock.incrementAndGet());
    letters.put(letter(4), clock.incrementAndGet());
    assertThat(letters.takeOver(0, Position.unpack(3), clock::incrementAndGet)).containsExactly(4L);
    assertThat(positions()).containsExactly(2L, 4L);
  }

  @Test
  void it_is_known_up_to_where_owners_have_begun() {
    assertThat(offered.to()).isEqualTo(-1);
    offered.note(10_005, clock.incrementAndGet());
    assertThat(letters.takeOver(0, Position.START, clock::incrementAndGet)).isEmpty();
    assertThat(offered.to()).isEqualTo(10_005);
  }

  private List<Long> positions() {
    return new JobLetters(context.time(), letters, (_, _) -> 0)
        .read(10, Optional.empty()).stream()
            .map(letter -> letter.stored().id().position().packed())
            .toList();
  }

  private static Letter letter(long position) {
    StoredEvent stored =
        new StoredEvent(
            new EventAddress(1, 0, 0, Position.unpack(position)),
            Event.of(Bytes.utf8("event")),
            Instant.EPOCH);
    return new Letter(stored, DeathCause.ENRICH, Optional.of("no"), 1, "why", Instant.EPOCH);
  }
}
