package io.messina.messaging.usage;

import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.MessageEvent;
import io.messina.store.Bytes;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The group of a count of usage. In bytes, in the order of its fields, with a zero between each
 * two:
 *
 * <pre>
 *   u 0 day 0 account 0 channel 0 connector 0 country
 * </pre>
 */
record UsageKey(
    LocalDate day,
    AccountName account,
    Channel channel,
    String connector,
    Optional<String> country) {

  static final String SEPARATOR = "\0";

  /** With which all begin. */
  static final Bytes PREFIX = Bytes.utf8("u" + SEPARATOR);

  /** Where the account is: a day has ten characters. */
  static final int ACCOUNT_AT = PREFIX.length() + 10 + 1;

  private static final String UNKNOWN = "";

  static UsageKey of(LocalDate day, MessageEvent sent) {
    return new UsageKey(
        day,
        sent.recipient().account(),
        sent.recipient().channel(),
        sent.details().connector().orElse(UNKNOWN),
        sent.recipient().country());
  }

  /** The lowest bytes of all groups of a day. */
  static Bytes first(LocalDate day) {
    return Bytes.utf8(PREFIX.toUtf8() + day);
  }

  Bytes group() {
    return Bytes.utf8(
        PREFIX.toUtf8()
            + String.join(
                SEPARATOR,
                day.toString(),
                account.value(),
                channel.toString(),
                connector,
                country.orElse(UNKNOWN)));
  }

  /** Reads the bytes of {@link #group}. */
  static UsageKey of(Bytes group) {
    List<String> fields = List.of(group.toUtf8().split(SEPARATOR, -1));
    return new UsageKey(
        LocalDate.parse(fields.get(1)),
        new AccountName(fields.get(2)),
        Channel.valueOf(fields.get(3).toUpperCase(Locale.ROOT)),
        fields.get(4),
        Optional.of(fields.get(5)).filter(country -> !country.equals(UNKNOWN)));
  }
}
