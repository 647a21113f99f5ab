package io.messina.connectors.smtp;

import io.messina.connectors.MailDomain;
import jakarta.mail.internet.InternetAddress;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An address of mail, maybe with a name. The parser of Jakarta Mail accepts texts that are no
 * address, so this class reads them.
 *
 * @param name as in {@code Messina <news@example.com>}
 * @param local the part before the at sign; its server decides which are valid, such as one with
 *     two dots in a row
 * @param domain in ASCII, by Punycode if it is needed
 */
record MailAddress(Optional<String> name, String local, String domain) {

  private static final int LOCAL_BYTES_MAX = 64;
  private static final int NAME_CHARS_MAX = 200;

  private static final Pattern NAMED =
      Pattern.compile(
          "(?:\"(?<quoted>(?:[^\"\\\\]|\\\\.)*)\"|(?<name>[^<>]*))\\s*<(?<mailbox>[^<>]+)>");

  /** RFC 5322, 3.2.1: the backslash is no part of the name. */
  private static final Pattern QUOTED_PAIR = Pattern.compile("\\\\(.)");

  private static final Pattern LOCAL =
      Pattern.compile("[A-Za-z0-9!#$%&'*+/=?^_`{|}~.\\x{80}-\\x{10FFFF}-]+");

  /**
   * Reads the address of a sender.
   *
   * @throws IllegalArgumentException with a sentence, if it is none
   */
  static MailAddress sender(String text) {
    checkCharacters(text);
    Matcher named = NAMED.matcher(text.strip());
    if (!named.matches()) {
      return mailbox(Optional.empty(), text.strip());
    }
    String quoted = named.group("quoted");
    String said =
        quoted == null ? named.group("name").strip() : QUOTED_PAIR.matcher(quoted).replaceAll("$1");
    if (said.length() > NAME_CHARS_MAX) {
      throw wrong("a name of more than " + NAME_CHARS_MAX + " characters");
    }
    return mailbox(
        Optional.of(said).filter(each -> !each.isEmpty()), named.group("mailbox").strip());
  }

  /**
   * Reads the address of a recipient, which has no name.
   *
   * @throws IllegalArgumentException with a sentence, if it is none
   */
  static MailAddress recipient(String text) {
    checkCharacters(text);
    return mailbox(Optional.empty(), text);
  }

  /** Returns the address as the envelope has it. */
  String mailbox() {
    return local + "@" + domain;
  }

  /** Returns the address as a header has it. */
  String header() {
    if (name.isEmpty()) {
      return mailbox();
    }
    if (EncodedText.isLikeEncoded(name.get())) {
      return EncodedText.of(name.get()) + " <" + mailbox() + ">";
    }
    try {
      return new InternetAddress(mailbox(), name.get(), StandardCharsets.UTF_8.name()).toString();
    } catch (UnsupportedEncodingException e) {
      throw new IllegalStateException("every JDK has UTF-8", e);
    }
  }

  /** Whether servers take it without SMTPUTF8. */
  boolean isAscii() {
    return StandardCharsets.US_ASCII.newEncoder().canEncode(local);
  }

  private static MailAddress mailbox(Optional<String> name, String text) {
    int at = text.lastIndexOf('@');
    if (at < 1 || at == text.length() - 1) {
      throw wrong("nothing before or after an at sign");
    }
    String local = text.substring(0, at);
    if (!LOCAL.matcher(local).matches()
        || local.codePoints().anyMatch(Character::isSpaceChar)
        || local.getBytes(StandardCharsets.UTF_8).length > LOCAL_BYTES_MAX) {
      throw wrong("the part before the at sign");
    }
    return new MailAddress(name, local, ascii(text.substring(at + 1)));
  }

  private static String ascii(String domain) {
    if (MailDomain.isAmbiguous(domain)) {
      throw wrong("a domain that has two readings (expected: its form in ASCII, xn--…)");
    }
    return MailDomain.ascii(domain).orElseThrow(() -> wrong("the part after the at sign"));
  }

  private static void checkCharacters(String text) {
    boolean wrong =
        text.codePoints()
            .anyMatch(
                each ->
                    Character.isISOControl(each)
                        || Character.getType(each) == Character.SURROGATE
                        || Character.getType(each) == Character.LINE_SEPARATOR
                        || Character.getType(each) == Character.PARAGRAPH_SEPARATOR);
    if (wrong) {
      throw wrong("control characters");
    }
  }

  private static IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException("address: " + what + " (expected: as in news@example.com)");
  }
}
