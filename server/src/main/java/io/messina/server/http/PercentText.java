package io.messina.server.http;

import io.messina.api.ProblemCode;
import io.messina.api.Shown;
import io.messina.server.problem.ProblemException;
import io.messina.stream.json.StrictUtf8;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Texts with {@code %20} and the like, in UTF-8. */
final class PercentText {

  private static final int HEX = 16;

  private PercentText() {}

  static String decode(String raw) {
    if (raw.indexOf('%') < 0) {
      return raw;
    }
    byte[] bytes = raw.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '%') {
        decoded.write(hex(raw, bytes, i + 1) * HEX + hex(raw, bytes, i + 2));
        i += 2;
      } else {
        decoded.write(bytes[i]);
      }
    }
    return StrictUtf8.decode(decoded.toByteArray()).orElseThrow(() -> malformed(raw));
  }

  /** The parameters of a query; a plus is a space. */
  static Map<String, String> query(String raw) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String pair : raw.split("&", -1)) {
      if (!pair.isEmpty()) {
        int equals = pair.indexOf('=');
        String name = form(equals < 0 ? pair : pair.substring(0, equals));
        String value = equals < 0 ? "" : form(pair.substring(equals + 1));
        if (parameters.put(name, value) != null) {
          throw new ProblemException(
              ProblemCode.BAD_REQUEST, Shown.text(name) + ": given twice (expected: once)");
        }
      }
    }
    return parameters;
  }

  private static String form(String raw) {
    return decode(raw.replace('+', ' '));
  }

  private static int hex(String raw, byte[] bytes, int at) {
    int digit = at < bytes.length ? Character.digit(bytes[at], HEX) : -1;
    if (digit < 0) {
      throw malformed(raw);
    }
    return digit;
  }

  private static ProblemException malformed(String raw) {
    return new ProblemException(
        ProblemCode.BAD_REQUEST,
        Shown.text(raw) + " (expected: bytes of UTF-8 as %41, two digits each)");
  }
}
