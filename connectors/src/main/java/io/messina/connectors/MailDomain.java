package io.messina.connectors;

import java.net.IDN;
import java.util.Optional;
import java.util.regex.Pattern;

/** Checks the domain of an address of mail: the part after the at sign. */
public final class MailDomain {

  private static final int CHARS_MAX = 253;

  /** RFC 1123, 2.1, and RFC 5321, 4.1.2: labels of letters, digits and inner hyphens. */
  private static final Pattern DOMAIN =
      Pattern.compile(
          "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
              + "(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*");

  /** Characters that IDNA 2003, which the JDK has, maps to another domain than IDNA 2008 does. */
  private static final Pattern AMBIGUOUS = Pattern.compile("[\u00df\u03c2\u200c\u200d]");

  private MailDomain() {}

  /**
   * Whether a domain has two readings, so that only its form in ASCII names one.
   *
   * @param domain as it was written
   */
  public static boolean isAmbiguous(String domain) {
    return AMBIGUOUS.matcher(domain).find();
  }

  /**
   * Returns the domain in ASCII, by Punycode if it is needed.
   *
   * @param domain as it was written, in any case
   * @return empty if no host can have it, or it has two readings
   */
  public static Optional<String> ascii(String domain) {
    if (isAmbiguous(domain)) {
      return Optional.empty();
    }
    try {
      return Optional.of(IDN.toASCII(domain))
          .filter(it -> it.length() <= CHARS_MAX && DOMAIN.matcher(it).matches());
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
