package io.messina.connectors.smpp;

import io.messina.api.message.connector.ReceiptKind;
import io.messina.connectors.Receipt;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsmpp.bean.DeliverSm;
import org.jsmpp.bean.OptionalParameter;

/**
 * Reads receipts of deliver_sm: the parameters receipted_message_id (0x001E) and message_state
 * (0x0427), or, where they are missing, the text of SMPP 3.4, appendix B, in which message centres
 * leave out fields and change case:
 *
 * <pre>
 *  id:IIIIIIIIII sub:SSS dlvrd:DDD submit date:YYMMDDhhmm done date:YYMMDDhhmm stat:DDDDDDD err:E text:...
 * </pre>
 *
 * The text names no time zone for its dates, so receipts have no time. Only a PDU that the message
 * centre marks as a receipt is one, since anyone can write this text on a phone.
 */
final class DeliveryReceipt {

  private static final int MESSAGE_TYPE = 0x3C;
  private static final int RECEIPT = 0x04;
  private static final int INTERMEDIATE = 0x20;

  private static final Pattern ID = field("id");
  private static final Pattern STATE = field("stat");
  private static final Pattern ERROR = field("err");

  private DeliveryReceipt() {}

  /** Whether the message centre says that it is a receipt. */
  static boolean isOne(DeliverSm delivered) {
    int type = delivered.getEsmClass() & MESSAGE_TYPE;
    return type == RECEIPT || type == INTERMEDIATE || namedId(delivered).isPresent();
  }

  /**
   * Reads a receipt.
   *
   * @param ids makes its id like that of the answer
   * @return empty if the id or the state is missing
   */
  static Optional<Receipt> read(DeliverSm delivered, SmscIds ids) {
    String text = text(delivered);
    Optional<String> state = state(delivered).or(() -> find(STATE, text));
    Optional<String> error = find(ERROR, text).or(() -> networkError(delivered));
    return namedId(delivered)
        .or(() -> find(ID, text))
        .flatMap(
            named ->
                state.map(
                    said ->
                        new Receipt(
                            ids.ofReceipt(named),
                            Optional.empty(),
                            kind(said),
                            error,
                            state,
                            Optional.empty())));
  }

  private static Optional<String> namedId(DeliverSm delivered) {
    return octets(delivered, OptionalParameter.Tag.RECEIPTED_MESSAGE_ID).map(DeliveryReceipt::text);
  }

  private static ReceiptKind kind(String state) {
    return switch (state.toUpperCase(Locale.ROOT)) {
      case "DELIVRD", "DELIVERED" -> ReceiptKind.DELIVERED;
      case "EXPIRED", "DELETED", "UNDELIV", "REJECTD", "SKIPPED" -> ReceiptKind.UNDELIVERED;
      // Also UNKNOWN, which says nothing about the message, and states that vendors add
      default -> ReceiptKind.SENT;
    };
  }

  /** As the text of a receipt has it. */
  private static Optional<String> state(DeliverSm delivered) {
    OptionalParameter parameter =
        delivered.getOptionalParameter(OptionalParameter.Tag.MESSAGE_STATE);
    if (!(parameter instanceof OptionalParameter.Byte state)) {
      return Optional.empty();
    }
    return Optional.of(
        switch (state.getValue()) {
          case 0 -> "SCHEDULED";
          case 1 -> "ENROUTE";
          case 2 -> "DELIVRD";
          case 3 -> "EXPIRED";
          case 4 -> "DELETED";
          case 5 -> "UNDELIV";
          case 6 -> "ACCEPTD";
          case 8 -> "REJECTD";
          case 9 -> "SKIPPED";
          default -> "UNKNOWN";
        });
  }

  private static Optional<String> networkError(DeliverSm delivered) {
    return octets(delivered, OptionalParameter.Tag.NETWORK_ERROR_CODE)
        .filter(code -> code.length == 3)
        .map(code -> Integer.toString(((code[1] & 0xFF) << 8) | (code[2] & 0xFF)));
  }

  private static String text(DeliverSm delivered) {
    byte[] message = delivered.getShortMessage();
    return message != null && message.length > 0
        ? text(message)
        : octets(delivered, OptionalParameter.Tag.MESSAGE_PAYLOAD)
            .map(DeliveryReceipt::text)
            .orElse("");
  }

  /** Some message centres end texts with a zero, and some do not. */
  private static String text(byte[] octets) {
    String text = new String(octets, StandardCharsets.ISO_8859_1);
    int end = text.indexOf('\0');
    return end < 0 ? text : text.substring(0, end);
  }

  private static Optional<byte[]> octets(DeliverSm delivered, OptionalParameter.Tag tag) {
    return delivered.getOptionalParameter(tag) instanceof OptionalParameter.OctetString octets
            && octets.getValue().length > 0
        ? Optional.of(octets.getValue())
        : Optional.empty();
  }

  private static Optional<String> find(Pattern field, String text) {
    Matcher matcher = field.matcher(text);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  private static Pattern field(String name) {
    return Pattern.compile("\\b" + name + ":\\s*(\\S+)", Pattern.CASE_INSENSITIVE);
  }
}
