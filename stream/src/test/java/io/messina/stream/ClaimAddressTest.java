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

class ClaimAddressTest {

  private static final ClaimAddress EXAMPLE =
      new ClaimAddress(3, 2, 1, 4095, new Position(5, 1_000_000), 77);

  @Property
  void what_is_written_is_read(
      @ForAll @IntRange(min = 1, max = Integer.MAX_VALUE) int generation,
      @ForAll @IntRange(min = 0, max = Integer.MAX_VALUE) int run,
      @ForAll @IntRange(max = 4095) int shard,
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long position,
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long claim) {
    ClaimAddress receipt =
        new ClaimAddress(generation, generation, run, shard, Position.unpack(position), claim);
    assertThat(ClaimAddress.parse(receipt.toString())).isEqualTo(receipt);
    assertThat(receipt.toString()).matches("[A-Za-z0-9_-]{44}");
  }

  @Test
  void the_first_version_stays_readable() {
    assertThat(EXAMPLE.toString()).isEqualTo("AQAAAAMAAAACAAAAAQ__AAAFAAAPQkAAAAAAAAAATaRB");
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
      assertRefused(text.substring(0, length), "44 characters");
    }
    assertRefused(text + "A", "44 characters");
    assertRefused("A".repeat(1_000_000), "44 characters");
  }

  @Test
  void other_characters_are_refused() {
    assertRefused("?".repeat(44), "letters, digits, \"-\" and \"_\"");
    assertRefused("é".repeat(44), "letters, digits, \"-\" and \"_\"");
  }

  @Test
  void a_future_version_is_refused() {
    String future = new OpaqueText("receipt", 2, 30).write(fields -> fields.put(new byte[30]));
    assertRefused(future, "version 1, this is 2");
  }

  @Test
  void what_passes_the_check_must_still_be_in_bounds() {
    String zeros = new OpaqueText("receipt", 1, 30).write(fields -> fields.put(new byte[30]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClaimAddress.parse(zeros))
        .withMessage("generation: 0 (expected: from 1)");
  }

  @Test
  void a_text_of_another_kind_is_refused() {
    String other = new OpaqueText("token", 1, 30).write(fields -> fields.put(new byte[30]));
    assertRefused(other, "as it was given out");
  }

  private static void assertRefused(String text, String expected) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClaimAddress.parse(text))
        .withMessageStartingWith("receipt: ")
        .withMessageContaining(" (expected: ")
        .withMessageContaining(expected)
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
  }
}
