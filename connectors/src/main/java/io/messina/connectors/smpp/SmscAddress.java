package io.messina.connectors.smpp;

import io.messina.api.message.protocol.SmppForm;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.TypeOfNumber;

/**
 * An address as message centres take it.
 *
 * @param ton its type of number
 * @param npi its numbering plan
 * @param value its digits, or a name
 */
record SmscAddress(TypeOfNumber ton, NumberingPlanIndicator npi, String value) {

  private static final SmscAddress NONE =
      new SmscAddress(TypeOfNumber.UNKNOWN, NumberingPlanIndicator.UNKNOWN, "");

  private static final Pattern NUMBER = Pattern.compile("\\+?[0-9]{1,20}");

  /** Characters that GSM allows in an alphanumeric sender and that every alphabet has. */
  private static final Pattern NAME = Pattern.compile("[ -~]{1,11}");

  /**
   * A recipient.
   *
   * @param to a number, international if it begins with a plus
   * @return empty if it is something else
   */
  static Optional<SmscAddress> recipient(String to) {
    return NUMBER.matcher(to).matches() ? Optional.of(number(to)) : Optional.empty();
  }

  /**
   * A sender.
   *
   * @param from a number, or a name of up to 11 printable characters of ASCII
   * @return empty if it is something else
   */
  static Optional<SmscAddress> sender(String from) {
    if (NUMBER.matcher(from).matches()) {
      return Optional.of(number(from));
    }
    return NAME.matcher(from).matches()
        ? Optional.of(
            new SmscAddress(TypeOfNumber.ALPHANUMERIC, NumberingPlanIndicator.UNKNOWN, from))
        : Optional.empty();
  }

  /**
   * Returns the sender of messages that name none.
   *
   * @param form with its number, type and plan
   * @return an empty one if it has none
   * @throws IllegalArgumentException if it is no address, or the protocol has no such plan
   */
  static SmscAddress standard(SmppForm form) {
    if (form.source().isEmpty()) {
      return NONE;
    }
    String source = form.source().get();
    SmscAddress usual =
        sender(source)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "source: "
                            + source
                            + " (expected: a number, or up to 11 printable ASCII characters)"));
    return new SmscAddress(
        form.sourceTon().map(ton -> TypeOfNumber.valueOf(ton.byteValue())).orElse(usual.ton),
        form.sourceNpi().map(SmscAddress::plan).orElse(usual.npi),
        usual.value);
  }

  private static NumberingPlanIndicator plan(int npi) {
    try {
      return NumberingPlanIndicator.valueOf((byte) npi);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "source_npi: "
              + npi
              + " (expected: a plan of SMPP 3.4, such as 0, 1, 3, 4, 6, 8, 9, 10, 14"
              + " or 18)",
          e);
    }
  }

  private static SmscAddress number(String number) {
    return number.startsWith("+")
        ? new SmscAddress(
            TypeOfNumber.INTERNATIONAL, NumberingPlanIndicator.ISDN, number.substring(1))
        : new SmscAddress(TypeOfNumber.UNKNOWN, NumberingPlanIndicator.ISDN, number);
  }
}
