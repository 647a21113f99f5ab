package io.messina.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Base64;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What holds for each kind of opaque text that clients get and send back. */
abstract class AddressContract {

  private final String kind;
  private final int fieldBytes;
  private final Function<String, ?> parse;
  private final String example;
  private final String exampleText;

  /**
   * A kind of text.
   *
   * @param exampleText the example as it has always been written
   */
  AddressContract(
      String kind, int fieldBytes, Function<String, ?> parse, Object example, String exampleText) {
    this.kind = kind;
    this.fieldBytes = fieldBytes;
    this.parse = parse;
    this.example = example.toString();
    this.exampleText = exampleText;
  }

  @Test
  void the_first_version_stays_readable() {
    assertThat(example).isEqualTo(exampleText);
  }

  @Test
  void each_flipped_bit_is_noticed() {
    byte[] bytes = Base64.getUrlDecoder().decode(example);
    for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      assertRefused(Base64.getUrlEncoder().encodeToString(flipped), "as it was given out");
    }
  }

  @Test
  void a_text_cut_anywhere_is_refused() {
    String expected = exampleText.length() + " characters";
    for (int length = 0; length < example.length(); length++) {
      assertRefused(example.substring(0, length), expected);
    }
    assertRefused(example + "A", expected);
    assertRefused("A".repeat(1_000_000), expected);
  }

  @Test
  void other_characters_are_refused() {
    assertRefused("?".repeat(example.length()), "letters, digits, \"-\" and \"_\"");
    assertRefused("é".repeat(example.length()), "letters, digits, \"-\" and \"_\"");
  }

  @Test
  void a_future_version_is_refused() {
    assertRefused(zeros(kind, 2), "version 1, this is 2");
  }

  @Test
  void what_passes_the_check_must_still_be_in_bounds() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> parse.apply(zeros(kind, 1)))
        .withMessage("generation: 0 (expected: from 1)");
  }

  @Test
  void a_text_of_another_kind_is_refused() {
    assertRefused(zeros("token", 1), "as it was given out");
  }

  private String zeros(String ofKind, int version) {
    return new OpaqueText(ofKind, version, fieldBytes)
        .write(fields -> fields.put(new byte[fieldBytes]));
  }

  private void assertRefused(String text, String expected) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> parse.apply(text))
        .withMessageStartingWith(kind + ": ")
        .withMessageContaining(" (expected: ")
        .withMessageContaining(expected)
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
  }
}
