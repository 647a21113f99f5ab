package io.messina.connectors.smtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MailAddressTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a@b",
        "first.last+tag@sub.example.com",
        "o'neill@example.com",
        "docomo..user.@docomo.example",
        "x=_{}|~!#$%&*/?^`-@example.com",
        "a@1.example.com"
      })
  void what_servers_take_is_taken(String text) {
    assertThat(MailAddress.recipient(text).mailbox()).isEqualTo(text);
    assertThat(MailAddress.recipient(text).isAscii()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "@",
        "a@",
        "@b",
        "a b@example.com",
        "a@b@example.com",
        "a@b\r\nRCPT TO:<x@y>",
        "a\r@example.com",
        "a\n@example.com",
        "a\u0000@example.com",
        "a\u0085@example.com",
        "a\u2028@example.com",
        "a\u00a0b@example.com",
        "a\ud800@example.com",
        "a@example.com\n",
        " a@example.com",
        "<a@example.com>",
        "Name <a@example.com>",
        "a@example.com>, <b@example.com",
        "a@example.com,b@example.com",
        "a@example..com",
        "a@.example.com",
        "a@example.com.",
        "a@-example.com",
        "a@exa_mple.com",
        "a@exa mple.com",
        "a@[127.0.0.1]",
        "a(comment)@example.com",
        "\"a b\"@example.com",
        "a@stra\u00dfe.example",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@example.com"
      })
  void what_is_no_address_is_refused_and_not_repeated(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MailAddress.recipient(text))
        .withMessageStartingWith("address: ")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\r", "\n", "RCPT"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          a@example.com                    | a@example.com
          <a@example.com>                  | a@example.com
          Messina <a@example.com>          | Messina <a@example.com>
          "Messina, Inc." <a@example.com>  | "Messina, Inc." <a@example.com>
          Messina, Inc. <a@example.com>    | "Messina, Inc." <a@example.com>
          Caffè <a@example.com>            | =?UTF-8?Q?Caff=C3=A8?= <a@example.com>
          a@example.com                    | a@example.com
          "Acme \\"Best\\" Shop" <a@example.com> | "Acme \\"Best\\" Shop" <a@example.com>
          "1 < 2 > 0" <a@example.com>      | "1 < 2 > 0" <a@example.com>
          "a\\\\b, (c)@d" <a@example.com>  | "a\\\\b, (c)@d" <a@example.com>
          =?x?q?y?= <a@example.com>        | =?UTF-8?B?PT94P3E/eT89?= <a@example.com>
          """)
  void a_sender_may_have_a_name(String text, String header) {
    assertThat(MailAddress.sender(text).header()).isEqualTo(header);
    assertThat(MailAddress.sender(text).mailbox()).isEqualTo("a@example.com");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x <a@example.com> y",
        "x <a@example.com> <b@example.com>",
        "x\r\nBcc: y <a@example.com>",
        "x <a@example.com",
        "x a@example.com"
      })
  void a_sender_is_one_address(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> MailAddress.sender(text));
  }

  @Test
  void a_domain_beyond_ascii_becomes_punycode() {
    MailAddress address = MailAddress.recipient("a@b\u00fccher.example");
    assertThat(address.mailbox()).isEqualTo("a@xn--bcher-kva.example");
    assertThat(address.isAscii()).isTrue();
  }

  @Test
  void what_is_before_the_at_sign_stays_beyond_ascii() {
    MailAddress address = MailAddress.recipient("\u7528\u6237@example.com");
    assertThat(address.mailbox()).isEqualTo("\u7528\u6237@example.com");
    assertThat(address.isAscii()).isFalse();
  }
}
