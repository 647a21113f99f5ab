package io.messina.enrichment;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.DeathCause;
import io.messina.api.Position;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.follow.JobDeadLetters.Letter;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LetterTest {

  private static final String HALF = "\ud83d";

  @Test
  void its_error_is_cut_to_a_text_that_can_be_stored() {
    assertThat(error("a".repeat(1_000))).isEqualTo("a".repeat(500));
    assertThat(error("a".repeat(499) + HALF + "\ude00")).isEqualTo("a".repeat(499) + "?");
    assertThat(error("half of a character: " + HALF)).isEqualTo("half of a character: ?");
  }

  private static String error(String told) {
    StoredEvent stored =
        new StoredEvent(
            new EventAddress(1, 0, 0, Position.START), Event.of(Bytes.utf8("1")), Instant.EPOCH);
    return new Letter(stored, DeathCause.ENRICH, Optional.of("no"), 0, told, Instant.EPOCH)
        .reason();
  }
}
