package io.messina.api.message;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.util.List;

/**
 * What a message centre sends by itself: receipts, and what people write.
 *
 * @param msgIdType how ids are written, so that receipts find their messages
 * @param optOutWords by which somebody wants no more, if one is all that was written, in whatever
 *     case; none to heed no word
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
        List<String> optOutWords) {

  /** Ids are numbers, if they look so, and the words are those of most carriers. */
  public static final SmppInbound DEFAULT =
      new SmppInbound(
          SmppIdType.AUTO, List.of("STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT"));

  /**
   * Checked options.
   *
   * @throws IllegalArgumentException if a value is out of bounds
   */
  public SmppInbound {
    RecordField.check(SmppInbound.class, msgIdType, optOutWords);
    optOutWords = List.copyOf(optOutWords);
  }
}
