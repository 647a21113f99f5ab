package io.messina.connectors.smpp;

import io.messina.api.message.protocol.SmppIdType;
import java.math.BigInteger;
import java.util.regex.Pattern;

/**
 * Ids of a message centre in one form: many name a message in hexadecimal when they take it and in
 * decimal in its receipts, or the other way, or with other zeros in front.
 *
 * @param type the centre's way of writing them
 */
record SmscIds(SmppIdType type) {

  private static final Pattern DECIMAL = Pattern.compile("[0-9]+");

  /** Up to 128 bits; with letters of both cases it is no number. */
  private static final Pattern HEX = Pattern.compile("0*([0-9A-F]{1,32}|[0-9a-f]{1,32})");

  private static final int HEX_RADIX = 16;

  /** An id as the answer to submit_sm has it, in the form that all have here. */
  String ofAnswer(String id) {
    return alike(id, type == SmppIdType.HEX_DECIMAL);
  }

  /** Also in that form, of an id as a receipt has it. */
  String ofReceipt(String id) {
    return alike(id, type == SmppIdType.DECIMAL_HEX);
  }

  private String alike(String id, boolean isHex) {
    if (type == SmppIdType.SAME) {
      return id;
    } else if (!isHex && DECIMAL.matcher(id).matches()) {
      return new BigInteger(id).toString();
    }
    return HEX.matcher(id).matches() ? new BigInteger(id, HEX_RADIX).toString() : id;
  }
}
