package io.messina.api.message.account;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.util.List;
import java.util.Optional;

/**
 * What holds for the messages of an account.
 *
 * @param perDay how many messages it may have accepted in a day of UTC; absent for any number
 * @param perSecond how many messages it may have accepted in a second; absent for any number
 * @param quietHours when its recipients get nothing; absent if they get messages at any time
 * @param senders what its messages may have as {@code from}, of mail the address alone; none for
 *     any
 */
public record AccountOptions(
    @Field(
            value = "how many messages are accepted in a day of UTC at most",
            min = "1",
            max = "1000000000000")
        Optional<Long> perDay,
    @Field(value = "how many messages are accepted in a second at most", min = "1", max = "1000000")
        Optional<Integer> perSecond,
    @Field("when recipients get nothing; absent for never") Optional<QuietHours> quietHours,
    @Field(
            value = "what messages may have as from, of mail the address; none for any",
            max = "1000",
            otherwise = "[]")
        List<String> senders) {

  /** Any number of messages, at any time, from anybody. */
  public static final AccountOptions DEFAULT =
      new AccountOptions(Optional.empty(), Optional.empty(), Optional.empty(), List.of());

  /**
   * Checked options.
   *
   * @throws io.messina.api.WireException if a value is out of bounds
   */
  public AccountOptions {
    RecordField.check(AccountOptions.class, perDay, perSecond, quietHours, senders);
    senders = List.copyOf(senders);
  }
}
