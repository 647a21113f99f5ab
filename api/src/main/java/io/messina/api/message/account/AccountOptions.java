package io.messina.api.message.account;

import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.Wire;
import java.util.List;
import java.util.Optional;

/** Options for the messages of an account. */
public record AccountOptions(
    @Field(
            value = "maximum number of messages accepted per day of UTC; no limit if absent",
            min = "1",
            max = "1000000000000")
        Optional<Long> perDay,
    @Field(
            value = "maximum number of messages accepted per second; no limit if absent",
            min = "1",
            max = "1000000")
        Optional<Integer> perSecond,
    @Field("hours in which recipients get no messages; none if absent")
        Optional<QuietHours> quietHours,
    @Field(
            value =
                "senders that messages may use as from, each whole or as in *@example.com, of mail"
                    + " the address alone; none for any",
            max = "1000",
            otherwise = "[]")
        List<String> senders) {

  /** Any number of messages, at any time, from any sender. */
  public static final AccountOptions DEFAULT = Wire.defaults(AccountOptions.class);

  public AccountOptions {
    RecordField.check(AccountOptions.class, perDay, perSecond, quietHours, senders);
    senders = List.copyOf(senders);
  }
}
