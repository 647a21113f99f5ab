package io.messina.aggregate.configured;

import io.messina.api.Json;
import io.messina.api.Wire;
import java.math.BigDecimal;

/** The results of aggregators, as JSON. */
final class JsonValues {

  private JsonValues() {}

  static Json of(Object result) {
    return new Json(
        switch (result) {
          case BigDecimal number -> number.toPlainString();
          case Number number -> number.toString();
          default -> text(result.toString());
        });
  }

  static String text(String text) {
    return Wire.write(text);
  }
}
