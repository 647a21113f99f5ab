package io.messina.messaging.accept;

import io.messina.api.message.Channel;
import io.messina.connectors.smtp.SmtpConnector;
import java.util.List;

/**
 * Senders that messages may use as {@code from}. Large and small letters are the same.
 *
 * @param senders each whole, or {@code *} and the end of some; none for any
 */
public record AllowedSenders(List<String> senders) {

  private static final String ANY_BEGINNING = "*";

  /** Whether a message may use one. Of a mail the address counts, without the name before it. */
  public boolean has(Channel channel, String from) {
    String address = channel == Channel.EMAIL ? mailbox(from) : from;
    return senders.isEmpty()
        || senders.stream().anyMatch(each -> isOne(each, address) || each.equalsIgnoreCase(from));
  }

  private static boolean isOne(String allowed, String address) {
    if (!allowed.startsWith(ANY_BEGINNING)) {
      return allowed.equalsIgnoreCase(address);
    }
    int length = allowed.length() - 1;
    return address.regionMatches(true, address.length() - length, allowed, 1, length);
  }

  /** The address; of what is none, which is refused elsewhere, all. */
  private static String mailbox(String from) {
    try {
      return SmtpConnector.mailbox(from);
    } catch (IllegalArgumentException _) {
      return from;
    }
  }
}
