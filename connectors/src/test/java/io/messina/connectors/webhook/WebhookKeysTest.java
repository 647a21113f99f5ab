package io.messina.connectors.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.connectors.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookKeysTest {

  /** The second test of RFC 8032, 7.1. */
  private static final String SEED =
      "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb";

  private static final String POINT =
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";
  private static final byte[] MESSAGE = {0x72};
  private static final String SIGNATURE =
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
          + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00";

  private static Secret key(String prefix, String hex) {
    return new Secret(prefix + Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex)));
  }

  @Test
  void ed25519_signs_as_rfc_8032_says_with_the_seed_alone_or_both_halves() {
    String expected =
        "v1a," + Base64.getEncoder().encodeToString(HexFormat.of().parseHex(SIGNATURE));
    assertThat(WebhookKeys.sign(key("whsk_", SEED), MESSAGE)).isEqualTo(expected);
    assertThat(WebhookKeys.sign(key("whsk_", SEED + POINT), MESSAGE)).isEqualTo(expected);
    assertThat(WebhookKeys.verify(key("whpk_", POINT), MESSAGE, List.of("v1,x", expected)))
        .isTrue();
    assertThat(WebhookKeys.verify(key("whpk_", POINT), new byte[] {0x73}, List.of(expected)))
        .isFalse();
    assertThat(WebhookKeys.verify(key("whpk_", POINT), MESSAGE, List.of("v1a,!", "v1a,AAAA")))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "whsec_",
        "whsec_c2hvcnQ=",
        "whsec_!",
        "sk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "whsk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
      })
  void a_key_of_another_form_is_refused_without_being_shown(String key) {
    assertThatThrownBy(
            () -> WebhookKeys.sign(new Secret(key), "x".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("key of a webhook: ")
        .hasMessageNotContaining("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
  }
}
