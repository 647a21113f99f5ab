package io.messina.messaging.recipient;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import com.google.i18n.phonenumbers.Phonenumber.PhoneNumber;
import io.messina.api.message.Channel;
import io.messina.connectors.MailDomain;
import io.messina.connectors.webhook.WebhookConnector;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The recipient of a message.
 *
 * @param address in one form for each recipient
 * @param country two letters, where the number has one
 */
public record Recipient(String address, Optional<String> country) {

  private static final int MAIL_CHARS_MAX = 254;

  /** One at, no blanks or control characters: only the mail server knows which addresses exist. */
  private static final Pattern MAIL =
      Pattern.compile(
          "[^\\s\\p{Cntrl}@<>,;:\"()\\[\\]\\\\]{1,64}@[^\\s\\p{Cntrl}@<>,;:\"()\\[\\]\\\\]+");

  private static final Pattern BEGINNING_OF_MAIL =
      Pattern.compile("[^\\s\\p{Cntrl}@<>,;:\"()\\[\\]\\\\]{1,64}(@[a-z0-9._-]*)?");

  private static final Pattern BEGINNING_OF_NUMBER = Pattern.compile("\\+([1-9][0-9]{0,14})?");

  private static final Pattern BEGINNING_OF_URL = Pattern.compile("h|ht|htt|https?(:(/(/.*)?)?)?");

  private static final PhoneNumberUtil NUMBERS = PhoneNumberUtil.getInstance();

  /**
   * Reads the address of a recipient.
   *
   * @throws IllegalArgumentException with a sentence, if no message can be sent to it
   */
  public static Recipient of(Channel channel, String to) {
    return switch (channel) {
      case EMAIL -> mail(to);
      case SMS, WHATSAPP, RCS -> number(to);
      case WEBHOOK -> url(to);
    };
  }

  /**
   * Returns whether the address of a recipient can begin with a prefix.
   *
   * @param prefix of {@link #address}
   */
  public static boolean mayBegin(Channel channel, String prefix) {
    Pattern beginning =
        switch (channel) {
          case EMAIL -> BEGINNING_OF_MAIL;
          case SMS, WHATSAPP, RCS -> BEGINNING_OF_NUMBER;
          case WEBHOOK -> BEGINNING_OF_URL;
        };
    return beginning.matcher(prefix).matches();
  }

  /** Normalises composed letters, and the domain to lower-case ASCII. */
  private static Recipient mail(String to) {
    String composed = Normalizer.normalize(to, Normalizer.Form.NFC);
    if (composed.length() > MAIL_CHARS_MAX || !MAIL.matcher(composed).matches()) {
      throw wrong(to, "an address of mail such as ada@example.com");
    }
    int at = composed.lastIndexOf('@');
    String domain = domain(composed.substring(at + 1), to);
    return new Recipient(composed.substring(0, at + 1) + domain, Optional.empty());
  }

  private static String domain(String written, String to) {
    if (MailDomain.isAmbiguous(written)) {
      throw wrong(to, "a domain with one reading: its form in ASCII, xn--…");
    }
    return MailDomain.ascii(written)
        .map(ascii -> ascii.toLowerCase(Locale.ROOT))
        .orElseThrow(() -> wrong(to, "a domain that hosts can have, such as example.com"));
  }

  /** Refuses only impossible numbers: the ranges that are in use change every week. */
  private static Recipient number(String to) {
    try {
      PhoneNumber number = NUMBERS.parse(to, "ZZ");
      if (!NUMBERS.isPossibleNumber(number)) {
        throw wrong(to, "a number of a possible length, such as +393331234567");
      }
      return new Recipient(
          NUMBERS.format(number, PhoneNumberFormat.E164),
          Optional.ofNullable(NUMBERS.getRegionCodeForNumber(number))
              .filter(region -> region.length() == 2));
    } catch (NumberParseException e) {
      throw wrong(to, "a number with + and the country, such as +393331234567");
    }
  }

  private static Recipient url(String to) {
    if (WebhookConnector.endpoint(to).isEmpty()) {
      throw wrong(to, "a URL of https or http, without a user, with a port from 1 to 65535 if any");
    }
    return new Recipient(to, Optional.empty());
  }

  private static IllegalArgumentException wrong(String to, String expected) {
    String shown = to.length() > 100 ? to.substring(0, 100) + "…" : to;
    return new IllegalArgumentException("to: %s (expected: %s)".formatted(shown, expected));
  }
}
