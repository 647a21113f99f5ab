package io.messina.api.message;

import io.messina.api.Field;
import io.messina.api.RecordField;

/**
 * What a message centre sends by itself: receipts.
 *
 * @param msgIdType how ids are written, so that receipts find their messages
 */
public record SmppInbound(
    @Field(
            value = "how ids of messages are written: in the answer, and in receipts",
            otherwise = "auto")
        SmppIdType msgIdType) {

  /** Ids are numbers, if they look so. */
  public static final SmppInbound DEFAULT = new SmppInbound(SmppIdType.AUTO);

  /**
   * Checked options.
   *
   * @throws IllegalArgumentException if a value is out of bounds
   */
  public SmppInbound {
    RecordField.check(SmppInbound.class, msgIdType);
  }
}
