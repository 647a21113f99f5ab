package io.messina.connectors.smtp;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.mail.internet.MimeUtility;
import java.io.UnsupportedEncodingException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Texts of headers, as RFC 2047 encodes them. ASCII stays as it is, unless a reader would take it
 * for an encoded word and show something else (RFC 2047, 6.2).
 */
final class EncodedText {

  /** So that an encoded word has at most 75 characters. */
  private static final int WORD_BYTES_MAX = 45;

  private EncodedText() {}

  static boolean isLikeEncoded(String text) {
    return text.contains("=?");
  }

  static String of(String text) {
    try {
      String encoded = MimeUtility.encodeText(text, UTF_8.name(), null);
      return encoded.equals(text) && isLikeEncoded(text) ? words(text) : encoded;
    } catch (UnsupportedEncodingException e) {
      throw new IllegalStateException("every JDK has UTF-8", e);
    }
  }

  private static String words(String ascii) {
    List<String> words = new ArrayList<>();
    for (int from = 0; from < ascii.length(); from += WORD_BYTES_MAX) {
      String part = ascii.substring(from, Math.min(from + WORD_BYTES_MAX, ascii.length()));
      words.add("=?UTF-8?B?" + Base64.getEncoder().encodeToString(part.getBytes(UTF_8)) + "?=");
    }
    return String.join(" ", words);
  }
}
