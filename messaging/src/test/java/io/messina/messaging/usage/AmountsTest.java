package io.messina.messaging.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.message.connector.PriceList;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {

  private static final PriceList LIST =
      new PriceList(
          Map.of("IT", "0.045", "FR", "0.0000005", "DE", "0.00000049", "*", "1"),
          Optional.of("EUR"));

  @ParameterizedTest
  @CsvSource({
    "IT, 3, 0.135",
    "IT, 1000, 45",
    "FR, 1, 0.000001",
    "FR, 3, 0.000002",
    "DE, 1, 0",
    "US, 7, 7",
    ", 2, 2",
    "IT, 9000000000000, 405000000000"
  })
  void parts_cost_the_price_of_their_country_rounded_half_up(
      String country, long parts, String amount) {
    assertThat(Amounts.of(LIST, Optional.ofNullable(country), parts)).contains(amount);
  }

  @ParameterizedTest
  @CsvSource({"IT", "''"})
  void without_a_price_there_is_no_amount(String country) {
    assertThat(Amounts.of(PriceList.NONE, Optional.of(country).filter(it -> !it.isEmpty()), 3))
        .isEmpty();
  }
}
