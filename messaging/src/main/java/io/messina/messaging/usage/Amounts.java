package io.messina.messaging.usage;

import io.messina.api.message.connector.PriceList;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/** The prices of parts of messages. */
final class Amounts {

  private static final String ALL_OTHERS = "*";
  private static final int DIGITS = 6;

  private Amounts() {}

  /**
   * Returns the price of some parts, rounded to six digits, half up.
   *
   * @return empty without a price
   */
  static Optional<String> of(PriceList list, Optional<String> country, long parts) {
    return country
        .map(list.prices()::get)
        .or(() -> Optional.ofNullable(list.prices().get(ALL_OTHERS)))
        .map(price -> text(new BigDecimal(price).multiply(BigDecimal.valueOf(parts))));
  }

  private static String text(BigDecimal amount) {
    return amount.setScale(DIGITS, RoundingMode.HALF_UP).stripTrailingZeros().toPlainString();
  }
}
