package io.messina.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.messina.api.Position;
import java.util.Base64;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class EventAddressTest {

  private static final EventAddress EXAMPLE =
      new EventAddress(3, 4095, 17, new Position(5, 1_000_000));

  @Property
  void what_is_written_is_read(
      @ForAll @IntRange(min = 1, max = Integer.MAX_VALUE) int generation,
      @ForAll @IntRange(max = 4095) int shard,
      @ForAll @IntRange(min = 0, max = Integer.MAX_VALUE) int segment,
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long position) {
    EventAddress id = new EventAddress(generation, shard, segment, Position.unpack(position));
    assertThat(EventAddress.parse(id.toString())).isEqualTo(id);
    assertThat(id.toString()).matches("[A-Za-z0-9_-]{28}");
  }

  @Test
  void the_first_version_stays_readable() {
    assertThat(EXAMPLE.toString()).isEqualTo("AQAAAAMP_wAAABEAAAUAAA9CQDv9");
  }

  @Test
  void each_flipped_bit_is_noticed() {
    byte[] bytes = Base64.getUrlDecoder().decode(EXAMPLE.toString());
    for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      assertRefused(Base64.getUrlEncoder().encodeToString(flipped), "as it was given out");
    }
  }

  @Test
  void a_text_cut_anywhere_is_refused() {
    String text = EXAMPLE.toString();
    for (int length = 0; length < text.length(); length++) {
      assertRefused(text.substring(0, length), "28 characters");
    }
    assertRefused(text + "A", "28 characters");
    assertRefused("A".repeat(1_000_000), "28 characters");
  }

  @Test
  void other_characters_are_refused() {
    assertRefused("?".repeat(28), "letters, digits, \"-\" and \"_\"");
    assertRefused("é".repeat(28), "letters, digits, \"-\" and \"_\"");
  }

  @Test
  void a_future_version_is_refused() {
    String future = new OpaqueText("event id", 2, 18).write(fields -> fields.put(new byte[18]));
    assertRefused(future, "version 1, this is 2");
  }

  @Test
  void what_passes_the_check_must_still_be_in_bounds() {
    String zeros = new OpaqueText("event id", 1, 18).write(fields -> fields.put(new byte[18]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EventAddress.parse(zeros))
        .withMessage("generation: 0 (expected: from 1)");
  }

  @Test
  void a_text_of_another_kind_is_refused() {
    String other = new OpaqueText("token", 1, 18).write(fields -> fields.put(new byte[18]));
    assertRefused(other, "as it was given out");
  }

  private static void assertRefused(String text, String expected) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EventAddress.parse(text))
        .withMessageStartingWith("event id: ")
        .withMessageContaining(" (expected: ")
        .withMessageContaining(expected)
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
  }
}
