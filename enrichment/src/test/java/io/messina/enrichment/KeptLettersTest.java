package io.messina.enrichment;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.DeathCause;
import io.messina.api.GroupName;
import io.messina.api.Position;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.GroupId;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamId;
import io.messina.stream.follow.JobDeadLetters;
import io.messina.stream.follow.JobDeadLetters.Letter;
import io.messina.stream.follow.JobLetters;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
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
