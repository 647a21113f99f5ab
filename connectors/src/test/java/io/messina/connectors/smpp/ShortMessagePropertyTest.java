package io.messina.connectors.smpp;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.message.protocol.SmppEncoding;
import io.messina.api.message.protocol.SmppForm;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ShortMessagePropertyTest {

  private static final String EMOJI = "\uD83D\uDE00";

  private static SmppForm form(SmppEncoding encoding, boolean isWide) {
    return new SmppForm(
        Optional.empty(), Optional.empty(), Optional.empty(), encoding, isWide, true);
  }

  private static ShortMessage auto(String text) {
    return ShortMessage.of("m1", text, form(SmppEncoding.AUTO, false)).orElseThrow();
  }

  private static List<Integer> chars(String text) {
    ShortMessage message = auto(text);
    return message.parts().stream().map(part -> text(message, part).length()).toList();
  }

  private static int headerOctets(ShortMessage message, byte[] part) {
    return message.isLong() ? part[0] + 1 : 0;
  }

  private static String text(ShortMessage message, byte[] part) {
    byte[] data = Arrays.copyOfRange(part, headerOctets(message, part), part.length);
    return switch (message.encoding()) {
      case GSM -> GsmAlphabet.decode(data);
      case UCS2 -> new String(data, StandardCharsets.UTF_16BE);
    };
  }

  @Provide
  Arbitrary<String> gsm() {
    return Arbitraries.of("a", "b", "é", "€", "[", "\n")
        .list()
        .ofMaxSize(700)
        .map(each -> String.join("", each));
  }

  @Provide
  Arbitrary<String> any() {
    return Arbitraries.of("a", "é", "€", "ç", "漢", EMOJI)
        .list()
        .ofMaxSize(400)
        .map(each -> String.join("", each));
  }

  @Property
  void a_text_of_the_gsm_alphabet_comes_back(@ForAll("gsm") String text, @ForAll boolean isWide) {
    ShortMessage message =
        ShortMessage.of("m1", text, form(SmppEncoding.AUTO, isWide)).orElseThrow();
    assertThat(message.encoding()).isEqualTo(ShortMessage.Encoding.GSM);
    check(message, text, isWide);
  }

  @Property
  void any_text_comes_back(@ForAll("any") String text, @ForAll boolean isWide) {
    check(ShortMessage.of("m1", text, form(SmppEncoding.AUTO, isWide)).orElseThrow(), text, isWide);
    ShortMessage wide = ShortMessage.of("m1", text, form(SmppEncoding.UCS2, isWide)).orElseThrow();
    assertThat(wide.encoding()).isEqualTo(ShortMessage.Encoding.UCS2);
    check(wide, text, isWide);
  }

  private static void check(ShortMessage message, String text, boolean isWide) {
    assertThat(
            message.parts().stream().map(part -> text(message, part)).collect(Collectors.joining()))
        .isEqualTo(text);
    int all = message.parts().size();
    for (int i = 0; i < all; i++) {
      byte[] part = message.parts().get(i);
      int header = headerOctets(message, part);
      checkSize(message.encoding(), part.length - header, header);
      if (message.isLong()) {
        assertThat(header).isEqualTo(isWide ? 7 : 6);
        assertThat(part[header - 2]).isEqualTo((byte) all);
        assertThat(part[header - 1]).isEqualTo((byte) (i + 1));
      }
      // Shown alone, as by a phone that lacks the others, it has no half characters
      String alone = text(message, part);
      assertThat(alone).doesNotContain("\uFFFD");
      assertThat(alone.isEmpty() && message.isLong()).isFalse();
    }
  }

  /** On air there are 140 octets, in which 8 septets fill 7. */
  private static void checkSize(ShortMessage.Encoding encoding, int octets, int header) {
    int onAir =
        switch (encoding) {
          case GSM -> (octets * 7 + (header * 8 + 6) / 7 * 7 + 7) / 8;
          case UCS2 -> octets + header;
        };
    assertThat(onAir).isLessThanOrEqualTo(140);
  }

  @Property(tries = 200)
  void surrogates_that_stand_alone_end_the_splitting_all_the_same(@ForAll("broken") String text) {
    assertThat(auto(text).parts()).hasSizeLessThanOrEqualTo(1 + text.length() / 66);
  }

  @Provide
  Arbitrary<String> broken() {
    return Arbitraries.of("\uDC00", "\uD800", "ç")
        .list()
        .ofMaxSize(300)
        .map(each -> String.join("", each));
  }

  @Example
  void texts_are_cut_where_the_standard_says() {
    assertThat(chars("x".repeat(160))).containsExactly(160);
    assertThat(chars("x".repeat(161))).containsExactly(153, 8);
    assertThat(chars("€".repeat(80))).containsExactly(80);
    assertThat(chars("x" + "€".repeat(80))).containsExactly(77, 4);
    assertThat(chars("x".repeat(152) + "€" + "x".repeat(20))).containsExactly(152, 21);
    assertThat(chars("ç".repeat(70))).containsExactly(70);
    assertThat(chars("ç".repeat(71))).containsExactly(67, 4);
    assertThat(chars("ç".repeat(66) + EMOJI + "ç".repeat(10))).containsExactly(66, 12);
    assertThat(chars(EMOJI.repeat(35))).containsExactly(70);
    assertThat(chars(EMOJI.repeat(36))).containsExactly(66, 6);
    assertThat(chars("")).containsExactly(0);
  }

  @Example
  void the_reference_of_parts_is_of_the_message_alone() {
    String text = "x".repeat(200);
    SmppForm wide = form(SmppEncoding.AUTO, true);
    byte[] first = ShortMessage.of("m1", text, wide).orElseThrow().parts().getFirst();
    byte[] again = ShortMessage.of("m1", text, wide).orElseThrow().parts().getLast();
    byte[] other = ShortMessage.of("m2", text, wide).orElseThrow().parts().getFirst();
    assertThat(Arrays.copyOf(first, 5)).isEqualTo(Arrays.copyOf(again, 5));
    assertThat(Arrays.copyOf(first, 3)).containsExactly(6, 8, 4);
    assertThat(Arrays.copyOf(other, 5)).isNotEqualTo(Arrays.copyOf(first, 5));
    assertThat(Arrays.copyOf(auto(text).parts().getFirst(), 3)).containsExactly(5, 0, 3);
  }

  @Example
  void a_text_of_more_than_255_parts_is_none() {
    assertThat(auto("x".repeat(255 * 153)).parts()).hasSize(255);
    assertThat(ShortMessage.of("m1", "x".repeat(255 * 153 + 1), form(SmppEncoding.AUTO, false)))
        .isEmpty();
    assertThat(ShortMessage.of("m1", "ç", form(SmppEncoding.GSM, false))).isEmpty();
  }
}
