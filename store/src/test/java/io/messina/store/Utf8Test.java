package io.messina.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class Utf8Test {

  /** The bounds of the lengths of UTF-8, and of the surrogates. */
  private static final int[] CODE_POINTS = {
    0, 1, 'a', 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x103FF, 0x10400, 0x10FFFF
  };

  @Test
  void texts_are_ordered_as_their_encoded_bytes() {
    List<String> texts = textsOfUpToTwo();
    for (String left : texts) {
      for (String right : texts) {
        assertThat(Integer.signum(Utf8.compare(left, right)))
            .as("%s and %s", Bytes.utf8(left), Bytes.utf8(right))
            .isEqualTo(Integer.signum(Bytes.utf8(left).compareTo(Bytes.utf8(right))));
      }
    }
  }

  @Test
  void the_length_is_that_of_the_encoded_bytes() {
    for (String text : textsOfUpToTwo()) {
      assertThat(Utf8.length(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
    }
  }

  @Test
  void the_length_of_every_code_point_is_right() {
    for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
      if (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE) {
        String text = Character.toString(point);
        if (Utf8.length(text) != text.getBytes(StandardCharsets.UTF_8).length) {
          assertThat(Integer.toHexString(point)).isEqualTo("of the right length");
        }
      }
    }
  }

  @Test
  void only_paired_surrogates_can_be_encoded() {
    textsOfUpToTwo().forEach(text -> assertThat(Utf8.isEncodable(text)).isTrue());
    for (String unpaired :
        List.of(
            "\uD800",
            "\uDC00",
            "a\uD800",
            "\uDC00a",
            "\uDC00\uD800",
            "\uD800\uD800\uDC00",
            "\uD800\uDC00\uDC00",
            "\uD800a\uDC00",
            "\uDBFF",
            "\uDFFF")) {
      assertThat(Utf8.isEncodable(unpaired)).as(unpaired).isFalse();
    }
  }

  private static List<String> textsOfUpToTwo() {
    List<String> texts = new ArrayList<>(List.of(""));
    for (int from = 0, length = 1; length <= 2; length++) {
      int end = texts.size();
      for (int i = from; i < end; i++) {
        for (int point : CODE_POINTS) {
          texts.add(texts.get(i) + Character.toString(point));
        }
      }
      from = end;
    }
    return texts;
  }
}
