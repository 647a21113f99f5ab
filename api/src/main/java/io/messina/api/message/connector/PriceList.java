package io.messina.api.message.connector;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.messina.api.Field;
import io.messina.api.Shown;
import io.messina.api.WireException;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The prices of a provider. */
public record PriceList(
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Field(
            "price of one part of a message, as in 0.045, by the recipient's country in two"
                + " letters, or * for all others")
        Map<String, String> prices,
    @Field("currency of the prices, as in EUR; required if there are prices")
        Optional<String> currency) {

  /** The most countries with a price. */
  public static final int PRICES_MAX = 300;

  /** No price is known. */
  public static final PriceList NONE = new PriceList(Map.of(), Optional.empty());

  private static final Pattern COUNTRY = Pattern.compile("[A-Z]{2}|\\*");
  private static final Pattern PRICE = Pattern.compile("\\d{1,9}(\\.\\d{1,9})?");
  private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");

  public PriceList {
    check(
        prices.size() <= PRICES_MAX,
        "prices",
        Integer.toString(prices.size()),
        "up to " + PRICES_MAX);
    prices.forEach(
        (country, price) -> {
          check(COUNTRY.matcher(country).matches(), "prices", country, "countries as in IT, or *");
          check(
              PRICE.matcher(price).matches(),
              "prices." + country,
              price,
              "a number as in 0.045, with up to 9 digits before and after the point");
        });
    check(
        currency.isPresent() ? CURRENCY.matcher(currency.get()).matches() : prices.isEmpty(),
        "currency",
        currency.orElse("absent"),
        "three letters as in EUR");
    prices = Collections.unmodifiableMap(new TreeMap<>(prices));
  }

  private static void check(boolean holds, String field, String found, String expected) {
    if (!holds) {
      throw new WireException(
          WireException.Fault.OUT_OF_BOUNDS,
          field + ": " + Shown.text(found) + " (expected: " + expected + ")");
    }
  }
}
