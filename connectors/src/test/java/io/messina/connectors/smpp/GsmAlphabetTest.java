package io.messina.connectors.smpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GsmAlphabetTest {

  /** As the tables of 3GPP TS 23.038 have them, in rows of 16. */
  private static final String ALL =
      "@£$¥èéùìòÇ\nØø\rÅå"
          + "Δ_ΦΓΛΩΠΨΣΘΞÆæßÉ"
          + " !\"#¤%&'()*+,-./"
          + "0123456789:;<=>?"
          + "¡ABCDEFGHIJKLMNO"
          + "PQRSTUVWXYZÄÖÑÜ§"
          + "¿abcdefghijklmno"
          + "pqrstuvwxyzäöñüà"
          + "\f^{}\\[~]|€";

  @Test
  void each_character_has_a_code_of_its_own_by_which_it_comes_back() {
    assertThat(ALL).hasSize(127 + 10);
    assertThat(ALL.chars().distinct().count()).isEqualTo(127 + 10);
    assertThat(GsmAlphabet.encode(ALL).map(GsmAlphabet::decode)).contains(ALL);
  }

  @ParameterizedTest
  @CsvSource({
    "@, 00",
    "£, 01",
    "Ç, 09",
    "Δ, 10",
    "Ξ, 1A",
    "É, 1F",
    "¤, 24",
    "0, 30",
    "¡, 40",
    "A, 41",
    "§, 5F",
    "¿, 60",
    "a, 61",
    "à, 7F",
    "^, 1B14",
    "{, 1B28",
    "}, 1B29",
    "\\, 1B2F",
    "[, 1B3C",
    "~, 1B3D",
    "], 1B3E",
    "|, 1B40",
    "€, 1B65"
  })
  void codes_are_those_of_the_standard(String character, String hex) {
    assertThat(GsmAlphabet.encode(character))
        .hasValueSatisfying(
            code -> assertThat(HexFormat.of().withUpperCase().formatHex(code)).isEqualTo(hex));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ç", "`", "\u001B", "\t", "á", "Ω̈", "—", "\uD83D\uDE00", "\u0000", "￿"})
  void a_text_with_another_character_has_no_codes(String text) {
    assertThat(GsmAlphabet.encode("fine " + text)).isEmpty();
  }
}
