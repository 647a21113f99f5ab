package io.messina.connectors.http;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** The fields of a form. */
final class FormFields {

  private static final int FIELDS_MAX = 1000;

  private FormFields() {}

  /**
   * Reads a form, by name, sorted.
   *
   * @throws ReceiptException if it is none, or has a field twice
   */
  static Map<String, String> read(byte[] body) throws ReceiptException {
    Map<String, String> fields = new TreeMap<>();
    for (String pair : text(body).split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
      if (fields.put(name, equals < 0 ? "" : decoded(pair.substring(equals + 1))) != null) {
        throw wrong("a field is there twice");
      }
      if (fields.size() > FIELDS_MAX) {
        throw wrong("more than " + FIELDS_MAX + " fields");
      }
    }
    return fields;
  }

  private static String text(byte[] body) throws ReceiptException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw wrong("no UTF-8");
    }
  }

  private static String decoded(String text) throws ReceiptException {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw wrong("a wrong escape");
    }
  }

  private static ReceiptException wrong(String why) {
    return new ReceiptException(
        ReceiptException.Fault.UNREADABLE, "receipt: " + why + " (expected: a form)");
  }
}
