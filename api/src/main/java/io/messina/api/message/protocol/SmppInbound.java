package io.messina.api.message.protocol;

import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.WireException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a message centre means: its ids, its refusals, and what it sends by itself.
 *
 * @param msgIdType how ids are written, so that receipts find their messages
 * @param optOutWords by which somebody wants no more, if one is all that was written, in whatever
 *     case; none to heed no word
 * @param unreachableStatuses statuses of answers, in hexadecimal, by which nobody can be reached at
 *     the number, through whatever connector; none if no answer says so
 */
public record SmppInbound(
    @Field(
            value = "how ids of messages are written: in the answer, and in receipts",
            otherwise = "auto")
        SmppIdType msgIdType,
    @Field(
            value = "texts of one word by which somebody wants no more",
            max = "100",
            otherwise = "[\"STOP\",\"STOPALL\",\"UNSUBSCRIBE\",\"CANCEL\",\"END\",\"QUIT\"]")
        List<String> optOutWords,
    @Field(
            value = "statuses by which nobody can be reached at the number",
            max = "100",
            otherwise = "[\"0x0B\"]")
        List<String> unreachableStatuses) {

  private static final Pattern STATUS = Pattern.compile("0x[0-9A-Fa-f]{1,8}");

  /** Ids are numbers, if they look so, the words are those of most carriers, and 0x0B. */
  public static final SmppInbound DEFAULT =
      new SmppInbound(
          SmppIdType.AUTO,
          List.of("STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT"),
          List.of("0x0B"));

  /**
   * Checked options.
   *
   * @throws WireException if a value is out of bounds, or a status has another form
   */
  public SmppInbound {
    RecordField.check(SmppInbound.class, msgIdType, optOutWords, unreachableStatuses);
    optOutWords = List.copyOf(optOutWords);
    for (String status : unreachableStatuses) {
      if (!STATUS.matcher(status).matches()) {
        throw new WireException(
            WireException.Fault.WRONG_TYPE,
            "unreachable_statuses: a wrong one (expected: as in 0x0B)");
      }
    }
    unreachableStatuses = List.copyOf(unreachableStatuses);
  }
}
