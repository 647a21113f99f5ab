package io.messina.messaging.recipient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.message.Channel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecipientTest {

  @ParameterizedTest
  @CsvSource({
    "ada@b\u00fccher.example, ada@xn--bcher-kva.example",
    "ada@bu\u0308cher.example, ada@xn--bcher-kva.example",
    "ada@B\u00dcCHER.example, ada@xn--bcher-kva.example",
    "ada@XN--BCHER-KVA.Example, ada@xn--bcher-kva.example",
    "ada@b\u00fccher\u3002example, ada@xn--bcher-kva.example",
    "Ada@Example.COM, Ada@example.com",
    "Jo\u0301@example.com, J\u00f3@example.com",
    "a..b@example.com, a..b@example.com"
  })
  void an_address_of_mail_is_one_however_its_domain_is_written(String to, String address) {
    assertThat(Recipient.of(Channel.EMAIL, to).address()).isEqualTo(address);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ada@example..com",
        "ada@.example.com",
        "ada@example.com.",
        "ada@-example.com",
        "ada@example-.com",
        "ada@example.com-",
        "ada@exa_mple.com",
        "ada@stra\u00dfe.example",
        "ada",
        "ada@",
        "@example.com",
        "a b@example.com"
      })
  void a_domain_that_no_host_can_have_is_refused(String to) {
    assertThatThrownBy(() -> Recipient.of(Channel.EMAIL, to))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("to: " + to + " (expected: ");
  }

  @Test
  void labels_and_domains_have_the_lengths_of_dns() {
    String label = "a".repeat(63);
    assertThat(Recipient.of(Channel.EMAIL, "a@" + label + ".example").address())
        .endsWith(label + ".example");
    assertThatThrownBy(() -> Recipient.of(Channel.EMAIL, "a@a" + label + ".example"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://a.example:65536/", "https://a.example:0", "http://a.example:99999"})
  void a_port_that_no_host_has_is_refused(String to) {
    assertThatThrownBy(() -> Recipient.of(Channel.WEBHOOK, to))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("to: " + to + " (expected: ");
    assertThat(Recipient.of(Channel.WEBHOOK, "http://a.example:65535/").address())
        .isEqualTo("http://a.example:65535/");
  }

  @ParameterizedTest
  @CsvSource({
    "SMS, +, true",
    "SMS, +39, true",
    "WHATSAPP, +393331234567, true",
    "SMS, 39, false",
    "SMS, +039, false",
    "RCS, +39 333, false",
    "SMS, +1234567890123456, false",
    "EMAIL, ada, true",
    "EMAIL, Ada.l, true",
    "EMAIL, ada@ex, true",
    "EMAIL, @example.com, false",
    "EMAIL, ada@Example, false",
    "EMAIL, a b, false",
    "WEBHOOK, h, true",
    "WEBHOOK, https://hooks, true",
    "WEBHOOK, ftp://, false",
    "WEBHOOK, hooks.example.com, false"
  })
  void a_prefix_is_the_beginning_of_some_recipient_or_of_none(
      Channel channel, String prefix, boolean mayBegin) {
    assertThat(Recipient.mayBegin(channel, prefix)).isEqualTo(mayBegin);
  }
}
