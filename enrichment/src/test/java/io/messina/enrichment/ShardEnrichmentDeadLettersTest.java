package io.messina.enrichment;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.enrich.Applied;
import io.messina.enrich.FailedEvent;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Letters of an owner, and what another one makes of them that takes over. */
class ShardEnrichmentDeadLettersTest extends EnrichmentFixture {

  private static final Position END = Position.unpack(1_000);

  private final AtomicLong clock = new AtomicLong(System.nanoTime() / 1_000);
  private ShardEnrichmentDeadLetters letters;

  @BeforeEach
  void begin() {
    EnrichmentTables.ALL.forEach(store::create);
    letters = new ShardEnrichmentDeadLetters(store, "edits~1/all~1", 0);
  }

  @Test
  void a_letter_that_a_former_owner_stores_after_the_cut_is_none() {
    long former = clock.incrementAndGet();
    letters.store(letter(5), clock.incrementAndGet());
    assertThat(letters.takeOver(Position.unpack(3), clock::incrementAndGet)).containsExactly(5L);
    letters.store(letter(6), former);
    assertThat(positions()).containsExactly(5L);
    assertThat(letters.takeOver(Position.unpack(3), clock::incrementAndGet)).containsExactly(5L);
  }

  @Test
  void letters_below_the_committed_position_stay_as_they_are() {
    letters.store(letter(2), clock.incrementAndGet());
    letters.store(letter(4), clock.incrementAndGet());
    assertThat(letters.takeOver(Position.unpack(3), clock::incrementAndGet)).containsExactly(4L);
    assertThat(positions()).containsExactly(2L, 4L);
  }

  @Test
  void it_is_known_up_to_where_owners_have_begun() {
    assertThat(letters.offeredTo()).isEqualTo(-1);
    letters.offering(10_005, clock.incrementAndGet());
    assertThat(letters.takeOver(Position.START, clock::incrementAndGet)).isEmpty();
    assertThat(letters.offeredTo()).isEqualTo(10_005);
  }

  private List<Long> positions() {
    return letters.read(Position.START, END, 10).stream()
        .map(letter -> letter.stored().id().position().packed())
        .toList();
  }

  private static EnrichmentDeadLetter letter(long position) {
    StoredEvent stored =
        new StoredEvent(
            new EventAddress(1, 0, 0, Position.unpack(position)),
            Event.of(Bytes.utf8("event")),
            Instant.EPOCH);
    return new EnrichmentDeadLetter(
        stored, FailedEvent.Cause.ENRICH, Applied.NO, 1, "why", Instant.EPOCH);
  }
}
