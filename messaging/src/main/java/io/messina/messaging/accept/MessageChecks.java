package io.messina.messaging.accept;

import io.messina.api.Shown;
import io.messina.api.message.Channel;
import io.messina.api.message.NewMessage;
import io.messina.connectors.smtp.SmtpConnector;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** Checks that hold for messages of all channels. Throws with a sentence. */
final class MessageChecks {

  /** A year, and a day for callers who count from their own midnight. */
  static final Duration AHEAD_MAX = Duration.ofDays(366);

  private static final int KEY_CHARS_MAX = 200;
  private static final int CAMPAIGN_CHARS_MAX = 100;
  private static final int METADATA_MAX = 20;
  private static final int METADATA_CHARS_MAX = 256;

  private MessageChecks() {}

  /** Checks the fields that do not depend on the time. */
  static void check(NewMessage wanted) {
    checkText("campaign", wanted.marks().campaign(), CAMPAIGN_CHARS_MAX);
    checkText("from", wanted.from(), METADATA_CHARS_MAX);
    if (wanted.channel() == Channel.EMAIL) {
      wanted.from().ifPresent(SmtpConnector::checkSender);
    }
    if (wanted.marks().metadata().size() > METADATA_MAX) {
      throw wrong(
          "metadata", wanted.marks().metadata().size() + " texts", "at most " + METADATA_MAX);
    }
    wanted
        .marks()
        .metadata()
        .forEach(
            (name, text) -> {
              checkText("metadata", Optional.of(name), METADATA_CHARS_MAX);
              checkText("metadata." + Shown.text(name), Optional.of(text), METADATA_CHARS_MAX);
            });
  }

  /** Checks that a message is of no sender that its account may not use. */
  static void checkSender(NewMessage wanted, List<String> senders) {
    wanted
        .from()
        .filter(from -> !new AllowedSenders(senders).has(wanted.channel(), from))
        .ifPresent(
            from -> {
              throw wrong("from", Shown.text(from), "one of the senders of the account");
            });
  }

  static void checkKey(NewMessage wanted) {
    checkText("key", wanted.marks().key(), KEY_CHARS_MAX);
  }

  static void checkSendAt(NewMessage wanted, Instant now) {
    wanted
        .times()
        .sendAt()
        .filter(at -> at.isAfter(now.plus(AHEAD_MAX)))
        .ifPresent(
            at -> {
              throw wrong("send_at", at, "at most 366 days ahead");
            });
  }

  /** Checks that there is a time at which it may be sent. */
  static void checkExpiry(NewMessage wanted, Instant departure) {
    wanted
        .times()
        .expiresAt()
        .filter(end -> !end.isAfter(departure))
        .ifPresent(
            end -> {
              throw wrong("expires_at", end, "after it may be sent, which is " + departure);
            });
  }

  /** Where the recipient is, if the message says it. */
  static Optional<ZoneId> zone(NewMessage wanted) {
    return wanted
        .times()
        .timeZone()
        .map(
            name -> {
              try {
                return ZoneId.of(name);
              } catch (DateTimeException e) {
                throw wrong("time_zone", Shown.text(name), "as in Europe/Rome");
              }
            });
  }

  private static void checkText(String what, Optional<String> text, int charsMax) {
    text.filter(it -> it.isEmpty() || it.length() > charsMax || hasControl(it))
        .ifPresent(
            it -> {
              throw wrong(what, it.length() + " characters", "1 to " + charsMax + ", in one line");
            });
  }

  private static boolean hasControl(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  static IllegalArgumentException wrong(String what, Object found, String expected) {
    return new IllegalArgumentException("%s: %s (expected: %s)".formatted(what, found, expected));
  }
}
