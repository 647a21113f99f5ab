package io.messina.aggregate.rekey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FrozenBytesTest {

  @Test
  void the_note_of_a_sender_stays_as_it_is() {
    SendNote note = new SendNote(1, 2, -3, 4, 5, 6);
    assertThat(note).hasToString("v1 1 2 -3 4 5 6");
    assertThat(SendNote.parse("v1 1 2 -3 4 5 6")).isEqualTo(note);
    assertThatThrownBy(() -> SendNote.parse("v2 1 2 -3 4 5 6"))
        .hasMessage("note: v2 1 2 -3 4 5 6 (expected: one of v1)");
  }
}
