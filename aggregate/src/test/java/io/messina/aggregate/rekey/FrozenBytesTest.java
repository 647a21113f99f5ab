package io.messina.aggregate.rekey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.aggregate.Origin;
import io.messina.aggregate.state.Gaps;
import io.messina.aggregate.state.SourceTime;
import io.messina.api.Position;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import java.time.Instant;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class FrozenBytesTest {

  private static final MemberEvents EVENTS = new MemberEvents(4);

  @Test
  void the_note_of_a_sender_stays_as_it_is() {
    SendNote note = new SendNote(1, 2, -3, 4, 5, 6);
    assertThat(note).hasToString("v1 1 2 -3 4 5 6");
    assertThat(SendNote.parse("v1 1 2 -3 4 5 6")).isEqualTo(note);
    assertThatThrownBy(() -> SendNote.parse("v2 1 2 -3 4 5 6"))
        .hasMessage("note: v2 1 2 -3 4 5 6 (expected: one of v1)");
  }

  @Test
  void events_of_members_stay_as_they_are() {
    SourceTime reached = new SourceTime(9, -10, false);
    Event member =
        MemberEvents.member(
                new Origin.Sent(3, reached), Instant.EPOCH, Bytes.utf8("gr"), Bytes.utf8("mem"))
            .build();
    String hex = "010000030000000000000009fffffffffffffff6000267726d656d";
    assertThat(HexFormat.of().formatHex(member.payload().toArray())).isEqualTo(hex);
    StoredEvent stored = stored(Bytes.wrap(HexFormat.of().parseHex(hex)));
    assertThat(EVENTS.of(stored)).isEqualTo(new Origin.Sent(3, reached));
    assertThat(MemberEvents.group(stored)).isEqualTo(Bytes.utf8("gr"));
    assertThat(MemberEvents.member(stored)).isEqualTo(Bytes.utf8("mem"));
    Bytes newer = Bytes.wrap(HexFormat.of().parseHex("02" + hex.substring(2)));
    assertThatThrownBy(() -> EVENTS.of(stored(newer)))
        .hasMessageEndingWith(": version 2 (expected: 1)");
  }

  @Test
  void what_shards_say_of_their_progress_stays_as_it_is() {
    Origin.Mark word = new Origin.Mark(3, new SourceTime(9, -10, false));
    Origin.Mark rest = new Origin.Mark(3, new SourceTime(9, -10, true));
    Origin.Lost lost = new Origin.Lost(new Gaps.Span(9, -10));
    String numbers = "00030000000000000009fffffffffffffff6";
    assertFrozen("0101" + numbers, MemberEvents.mark(word), word);
    assertFrozen("0102" + numbers, MemberEvents.mark(rest), rest);
    assertFrozen("0103" + numbers, MemberEvents.lost(3, lost), lost);
  }

  private static void assertFrozen(String hex, Bytes encoded, Origin origin) {
    assertThat(HexFormat.of().formatHex(encoded.toArray())).isEqualTo(hex);
    assertThat(EVENTS.of(stored(Bytes.wrap(HexFormat.of().parseHex(hex))))).isEqualTo(origin);
  }

  private static StoredEvent stored(Bytes payload) {
    EventAddress id = new EventAddress(1, 0, 0, Position.START);
    return new StoredEvent(id, Event.of(payload), Instant.EPOCH);
  }
}
