package io.messina.api.message.protocol;

import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.Wire;
import io.messina.api.WireException;
import java.util.List;
import java.util.regex.Pattern;

/** The meaning of ids, refusals and incoming texts of a message centre. */
public record SmppInbound(
    @Field(value = "form of ids in answers and in receipts", otherwise = "auto")
        SmppIdType msgIdType,
    @Field(
            value = "texts of one word, in any case, by which a recipient opts out",
            max = "100",
            otherwise = "[\"STOP\",\"STOPALL\",\"UNSUBSCRIBE\",\"CANCEL\",\"END\",\"QUIT\"]")
        List<String> optOutWords,
    @Field(
            value =
                "statuses in hexadecimal which mean that the number cannot be reached through any"
                    + " connector",
            max = "100",
            otherwise = "[\"0x0B\"]")
        List<String> unreachableStatuses) {

  private static final Pattern STATUS = Pattern.compile("0x[0-9A-Fa-f]{1,8}");

  /** Ids that look like numbers are numbers; the usual words of carriers; 0x0B. */
  public static final SmppInbound DEFAULT = Wire.defaults(SmppInbound.class);

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
