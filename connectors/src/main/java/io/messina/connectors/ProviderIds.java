package io.messina.connectors;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Ids by which receipts name messages. */
final class ProviderIds {

  private static final Pattern MESSAGE_ID = Pattern.compile("<([^<>]+@[^<>]+)>");

  private ProviderIds() {}

  /** Some write a Message-ID with its angle brackets, and some without; and not for ever. */
  static String alike(String id) {
    Matcher bracketed = MESSAGE_ID.matcher(id);
    String bare = bracketed.matches() ? bracketed.group(1) : id;
    return bare.substring(0, Math.min(bare.length(), SendResult.PROVIDER_ID_CHARS_MAX));
  }
}
