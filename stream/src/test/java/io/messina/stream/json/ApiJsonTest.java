package io.messina.stream.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;

class ApiJsonTest {

  @Property
  void a_number_is_read_or_refused_however_far_its_exponent_is(
      @ForAll long exponent, @ForAll int digits, @ForAll boolean isInField) {
    String number = digits + "e" + exponent;
    String text = isInField ? "{\"a\":[" + number + "]}" : number;
    assertRefusedAtMost(text);
  }

  @Property
  void a_number_is_read_or_refused_close_to_the_ends_of_what_decimals_hold(
      @ForAll byte beside, @ForAll boolean isLess, @ForAll byte digits) {
    long end = isLess ? Integer.MIN_VALUE : Integer.MAX_VALUE;
    assertRefusedAtMost("[" + digits + ".25e" + (end + beside) + "]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e2147483648", "1e-2147483649", "0e999999999999", "-1E+99999999999999"})
  void an_exponent_beyond_a_billion_is_no_number_of_a_request(String number) {
    assertThatThrownBy(() -> ApiJson.tree("{\"a\":" + number + "}"))
        .isInstanceOf(JacksonException.class)
        .hasMessageContaining("a number with an exponent beyond 1000000000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e999999999", "-1e-999999999", "0", "12345678901234567890.5"})
  void others_keep_all_their_digits(String number) {
    assertThat(ApiJson.tree(number).decimalValue()).isEqualByComparingTo(number);
  }

  private static void assertRefusedAtMost(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertThatCode(
            () -> {
              try {
                var _ = ApiJson.tree(bytes, 0, bytes.length);
              } catch (JacksonException _) {
                // as a problem with the code malformed_json
              }
            })
        .doesNotThrowAnyException();
  }
}
